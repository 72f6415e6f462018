// Nests that are written anew are counted as they will run: what the profile
// says of them is used, and the user's own order, which no run came to, is not
// planned for. Loops of a few iterations, always, that jamming makes are not
// counted.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %hocketcc -O3 --soc=generic-4 --profile-generate=x.hkprof -Rhocket=loop-jammed %s -o x 2>&1 | %FileCheck %s --check-prefix=JAMMED
// RUN: ./x
// RUN: %FileCheck %s --check-prefix=COUNTS < x.hkprof
// RUN: %hocketcc -O3 --soc=generic-4 --profile-use=x.hkprof -Rhocket-analysis %s -o x 2>&1 | %FileCheck %s
//
// JAMMED: remark: loop is unrolled and jammed
// COUNTS: "name": "multiply"
// COUNTS-NOT: "times": 6750000,
// COUNTS: "name": "main"
// CHECK-NOT: has changed since the profile was made
// CHECK: remark: region is planned to take {{.*}}; the profile tells the time of 1 loop or call [
#include <stdio.h>
#define N 300
static double a[N * N], b[N * N], c[N * N];

__attribute__((noinline)) static void multiply(int n, const double *restrict x,
                                               const double *restrict y,
                                               double *restrict z) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      z[i * n + j] = 0;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        z[i * n + j] += x[i * n + k] * y[k * n + j];
  }
}

int main(int argc, char **argv) {
  for (int i = 0; i < N * N; i++)
    a[i] = b[i] = i % 7;
  multiply(argc > 3 ? 3 : N, a, b, c);
  printf("%g\n", c[N + 1]);
}
