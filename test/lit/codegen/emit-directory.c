// --emit: per-core C that any compiler builds, without hocketcc, to the same
// program; the same bytes twice.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 --soc=generic-4 --emit=%t/out %s -lm -o %t/ours && env HOCKET_CORES=4 %t/ours > %t/expected
// RUN: %cc -O2 %s -lm -o %t/plain && %t/plain | diff - %t/expected
// RUN: %hocketcc -O2 --soc=generic-4 --emit=%t/again %s -lm -o %t/ours && diff -r %t/out %t/again
// RUN: %FileCheck %s < %t/out/emit-directory.c
// CHECK: hk_main_1_core3
// CHECK-NOT: {{^# .*}}/tmp/
// RUN: env CC=%cc cmake -S %t/out -B %t/gcc > %t/log && cmake --build %t/gcc > %t/log
// RUN: env HOCKET_CORES=4 %t/gcc/ours | diff - %t/expected
// RUN: env CC=%clang cmake -S %t/out -B %t/clang > %t/log && cmake --build %t/clang > %t/log
// RUN: env HOCKET_CORES=4 %t/clang/ours | diff - %t/expected
// RUN: nm %t/gcc/ours | %FileCheck %s --check-prefix=PARALLEL
// RUN: nm %t/clang/ours | %FileCheck %s --check-prefix=PARALLEL
// PARALLEL: T __hocket_run
#include <math.h>
#include <stdio.h>
#define N 1000000
static double a[N], b[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = floor(i * 0.25);
  long sum = 0;
  for (int r = 0; r < 5; r++)
    for (int i = 0; i < N; i++)
      b[i] += a[N - 1 - i] * r;
  for (int i = 0; i < N; i++)
    sum += (long)b[i];
  printf("%ld %g\n", sum, b[7]);
  return 0;
}
