// SPDX-License-Identifier: Apache-2.0
//
// Running totals that are read twice, moved only sometimes, moved by two
// operators, stored through a pointer to what is added, narrow, and in a time
// loop whose input stays: the next first pass must not overtake a second one.
#include "../../digest.h"

#define N 6000
static int a[N], b[N], c[N];
static unsigned char narrow[N];
static unsigned short small[N];

static int twice(int n) {
  int s = -3;
  for (int i = 0; i < n; i++) {
    b[i] = s;
    s += a[i];
    c[i] = s * 2 + b[i];
  }
  return s;
}

static int sometimes(int n) {
  int s = 1;
  for (int i = 0; i < n; i++) {
    if (a[i] & 1)
      s += a[i];
    b[i] = s;
  }
  return s;
}

static int two(int n) {
  unsigned s = 1;
  for (int i = 0; i < n; i++) {
    s += (unsigned)a[i];
    s *= 3;
    c[i] = (int)s;
  }
  return (int)s;
}

static int through(int n, int *to, const int *from) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += from[i];
    to[i] = s & 1023;
  }
  return s;
}

static int wraps(int n) {
  unsigned char s = 250;
  unsigned short p = 3;
  for (int i = 0; i < n; i++) {
    s += a[i];
    narrow[i] = s;
  }
  for (int i = 0; i < n; i++) {
    p = (unsigned short)(p * ((unsigned)a[i] | 1));
    small[i] = p;
  }
  return s + p;
}

static unsigned again(int n) {
  unsigned s = 9;
  for (int t = 0; t < 60; t++)
    for (int i = 0; i < n; i++) {
      s += (unsigned)a[i];
      b[i] = (int)(s >> 3);
    }
  return s;
}

int main(void) {
  static const int sizes[] = {0, 1, 3, 130, N - 1};
  for (volatile int k = 0; k < 5; k++) {
    int n = sizes[k];
    for (int i = 0; i < N; i++)
      a[i] = (int)((i * 48271LL + 11) % 991) - 300;
    printf("%d %d %d %d %u ", twice(n), sometimes(n), two(n), wraps(n),
           again(n));
    show("b", b, sizeof b);
    printf("%d %d ", through(n, c, a), through(n, a + 1, a));
    printf("%d\n", through(n, a, a));
    show("a", a, sizeof a);
    show("c", c, sizeof c);
    show("narrow", narrow, sizeof narrow);
    show("small", small, sizeof small);
  }
  return 0;
}
