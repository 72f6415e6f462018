// SPDX-License-Identifier: Apache-2.0
// TARGET: aarch64-linux-gnu riscv64-linux-gnu (__int128)
// FLAGS: -std=gnu11
//
// 64 and 128 bit integers, long double, complex numbers.
#include "../digest.h"

#include <complex.h>

#define N 30000
static unsigned long long a[N], b[N], hi[N];
static __int128 big[N];
static long double ld[N];
static double complex z[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = 0x9e3779b97f4a7c15ULL * (unsigned)(i + 1);
    b[i] = a[i] ^ a[i] >> 29;
    ld[i] = i / 3.0L;
    z[i] = i * 0.001 + (i % 10) * I;
  }
  for (int i = 0; i < N; i++) {
    unsigned __int128 p = (unsigned __int128)a[i] * b[i];
    hi[i] = (unsigned long long)(p >> 64);
    big[i] = (__int128)a[i] - b[i];
    ld[i] = ld[i] * ld[i] + hi[i] % 100;
    z[i] = z[i] * z[i] + conj(z[i]);
  }
  __int128 sum = 0;
  for (int i = 0; i < N; i++)
    sum += big[i];
  double complex zs = 0;
  for (int i = 0; i < N; i++)
    zs += z[i];
  printf("%016llx %016llx %.17g %.17g %.10Lf\n",
         (unsigned long long)(sum >> 64), (unsigned long long)sum, creal(zs),
         cimag(zs), ld[N - 1] + ld[N / 2]);
  show("hi", hi, sizeof hi);
  show("z", z, sizeof z);
  return 0;
}
