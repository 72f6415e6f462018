// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Extremes, sums and products of narrow and mixed types.
#include <stdio.h>
static short a[500];
static unsigned char b[500];
static unsigned u[500];
static long l[500];
static float f[500];
int main(void) {
  for (int i = 0; i < 500; i++) {
    a[i] = (short)(i * 977);
    b[i] = (unsigned char)(i * 31);
    u[i] = i * 2654435761u;
    l[i] = (long)u[i] * (i & 1 ? -1 : 1) * 1000000007;
    f[i] = i % 13 ? (i - 250) * 0.5f : 0.0f / (i == 260 ? 0 : 1);
  }
  short s = -5, s2 = 100;
  unsigned char c = 3, cmin = 255, cs = 0, cx = 1;
  unsigned m = 0, mn = ~0u;
  long lm = -1, ln = 1, lp = 1;
  int cross = -1;
  unsigned cr = 0;
  float fx = -1e30f;
  char ch = 0;
  short sum = 0;
  _Bool any = 0;
  for (int i = 0; i < 500; i++)
    if (a[i] > s)
      s = a[i];
  for (int i = 0; i < 500; i++)
    s2 = a[i] < s2 ? a[i] : s2;
  for (int i = 0; i < 500; i++) {
    if (b[i] > c)
      c = b[i];
    if (cmin > b[i])
      cmin = b[i];
    cs += b[i];
    cx *= b[i] | 1;
  }
  for (int i = 0; i < 500; i++) {
    if (u[i] >= m)
      m = u[i];
    mn = mn < u[i] ? mn : u[i];
  }
  for (int i = 0; i < 500; i++) {
    if (l[i] > lm)
      lm = l[i];
    if (l[i] < ln)
      ln = l[i];
    lp *= l[i];
  }
  for (int i = 0; i < 500; i++)
    if ((int)u[i] > cross)
      cross = u[i];
  for (int i = 0; i < 500; i++)
    if (a[i] > (int)cr)
      cr = a[i];
  for (int i = 0; i < 500; i++)
    if (f[i] > fx)
      fx = f[i];
  for (int i = 0; i < 500; i++) {
    ch += a[i];
    sum -= b[i];
    any |= b[i] == 77;
  }
  for (int i = 0; i < 500; i++) {
    lm &= l[i] | 7;
    ln |= 1L << (i % 60);
    sum ^= a[i];
  }
  printf("%d %d %d %d %d %d %u %u %ld %ld %ld %d %u %g %d %d %d\n", s, s2, c,
         cmin, cs, cx, m, mn, lm, ln, lp, cross, cr, fx, ch, sum, any);
  return 0;
}
