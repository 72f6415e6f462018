// SPDX-License-Identifier: Apache-2.0
// TARGET: aarch64-linux-gnu riscv64-linux-gnu (__int128)
// FLAGS: -w  -lm -pthread
//
// Wide, complex, boolean and extended types.
#include <complex.h>
#include <stdio.h>
static long double a[300];
static double complex c[300];
static _Bool bo[300];
static __int128 q[300];
static float f[300];
int main(void) {
  for (int i = 0; i < 300; i++) {
    a[i] = i / 3.0L;
    c[i] = i + 2.0 * I * i;
    bo[i] = i & 6;
    q[i] = (__int128)i << 70;
    f[i] = i * 0.1f;
  }
  long double s = 0;
  double complex z = 0;
  __int128 w = 0;
  _Bool any = 0, all = 1;
  float fm = 0;
  int cnt = 0;
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < 300; i++) {
      a[i] *= 1.1L;
      c[i] *= c[299 - i] + 0 * t;
      q[i] += (__int128)i * i;
    }
    for (int i = 0; i < 300; i++) {
      w += q[i];
      any |= bo[i];
      all &= bo[i];
      cnt += bo[i];
      if (f[i] > fm)
        fm = f[i];
    }
    for (int i = 0; i < 300; i++)
      s += a[i];
    for (int i = 0; i < 300; i++)
      z += c[i];
    for (int i = 0; i < 300; i++)
      bo[i] ^= 1;
  }
  printf("%.20Lg %.17g %.17g %llx %d %d %d %g\n", s, creal(z), cimag(z),
         (unsigned long long)(w >> 60), any, all, cnt, fm);
  return 0;
}
