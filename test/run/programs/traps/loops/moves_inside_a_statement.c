// SPDX-License-Identifier: Apache-2.0
//
// Inductions that move in the middle of a statement or of a declaration: each
// access behind the update, in the same text, sees the moved value.
#include "../../digest.h"
enum { N = 16000 };
static int a[N], b[N];
static int f1(int n) {
  int p = 0, i;
  for (i = 0; i < n; i++)
    a[p] = i, p++, b[p] = i * 2;
  return p;
}
static int f2(int n) {
  int p = 0, i;
  for (i = 0; i < n; i++) {
    int u = p++, v = p;
    a[u] += i;
    b[v] += i;
  }
  return p;
}
static int f3(int n) {
  int p = 0, i;
  for (i = 0; i < n; i++) {
    int u = p++, *q = &a[p], w = p++;
    *q += u;
    b[w] += i;
  }
  return p;
}
static int f4(int n) {
  int p = 0, i;
  for (i = 0; i < n; i++) {
    int x = (p++, p++, b[p]);
    a[p] = x + 1;
  }
  return p;
}
static int f5(int n) {
  int p = 0, i;
  for (i = 0; i < n; i++) {
    if ((p += 2, b[p]) > 500)
      a[p] = 1;
    else
      a[p - 1] = 2;
  }
  return p;
}
static int f6(int n) {
  int *p = a, *q = b, i;
  for (i = 0; i < n; i++) {
    *p++ = *q++ + *q;
    *p++ = *q;
  }
  return p - a;
}
static int f7(int n) {
  int p = 0, i;
  for (i = 0; i < n; i++) {
    int u = p++, v = a[p];
    b[u] += v;
    a[u] = i;
  }
  return p;
}
static int f8(int n) {
  int p = 0, i;
  for (i = 0; i < n; i++) {
    int u = a[p++];
    a[p] = u + 1;
  }
  return p;
}
static int f9(int n) {
  int p = 0, i;
  for (i = 0; i < n; i++) {
    int u = (p += 3), v = (a[p] = i);
    b[p - 3] += u + v;
  }
  return p;
}
static int fa(int n) {
  int p = 0, i;
  for (i = 0; i < n; i++) {
    int v = a[p], u = p++, w = (a[p] = i + 1);
    b[i] += u + v + w;
  }
  return p;
}
static int fb(int n) {
  int p = 0, i;
  for (i = 0; i < n; i++) {
    for (int j = p++, k = p; j < k; j++)
      a[k] = a[j] + 1;
  }
  return p;
}
static int fc(int n) {
  int p = 0, i;
  for (i = 0; i < n; i++) {
    do {
      p += 2;
    } while (0);
    a[p] = b[p - 1];
    b[p] += 1;
  }
  return p;
}
static int fd(int n) {
  int p = 0, i = 0;
  while (i++ < n && p >= 0) {
    a[i] = p;
    p += 4;
    b[i - 1] = a[i];
  }
  return p + i;
}
int main(void) {
  int (*volatile loops[])(int) = {f1, f2, f3, f4, f5, f6, f7,
                                  f8, f9, fa, fb, fc, fd};
  for (int i = 0; i < N; i++)
    b[i] = i * 37 % 1000;
  for (unsigned k = 0; k < sizeof loops / sizeof *loops; k++)
    for (int n = 2000; n >= 0; n -= 1000) {
      printf("%u %d\n", k, loops[k](n));
      show("a", a, sizeof a);
      show("b", b, sizeof b);
    }
  return 0;
}
