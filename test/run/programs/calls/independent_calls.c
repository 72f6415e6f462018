// SPDX-License-Identifier: Apache-2.0
//
// Calls that may run side by side, and some that only look so: through a
// global, through a static local, through output.
#include "../digest.h"

#define N 40000
static int a[N], b[N], c[N], d[N];
static int shared;

static int fill(int *p, int seed) {
  unsigned x = (unsigned)seed;
  int s = 0;
  for (int i = 0; i < N; i++) {
    x = x * 1103515245u + 12345u;
    p[i] = (int)(x >> 16);
    s ^= p[i];
  }
  return s;
}

static int carry(const int *p) {
  int s = 1;
  for (int i = 0; i < N; i++)
    s = (s * 3 + p[i]) & 0xffff;
  return s;
}

static int ticket(int by) {
  static int next = 10;
  for (int i = 0; i < 1000; i++)
    next = (next * 5 + by) % 65521;
  return next;
}

static int sharing(const int *p) {
  for (int i = 0; i < N; i++)
    shared = (shared + p[i]) & 0xffff;
  return shared;
}

static void say(const char *what, int v) { printf("%s %d\n", what, v); }

int main(void) {
  int fa = fill(a, 1), fb = fill(b, 2), fc = fill(c, 3);
  fill(d, 4);
  int x = carry(a), y = carry(b), z = carry(c) + carry(d);
  int t1 = ticket(3), t2 = ticket(7), t3 = ticket(t1 & 15);
  int s1 = sharing(a), s2 = sharing(d);
  say("first", x);
  say("second", y);
  if (x > y)
    fill(a, x);
  else
    fill(b, y);
  int w = carry(a) - carry(b);
  say("third", z ^ w);
  printf("%d %d %d %d %d %d %d %d\n", fa, fb, fc, t1, t2, t3, s1, s2);
  return 0;
}
