// --emit: what is made builds where the program has names like ours, and where
// loops run speculatively. libhocket's sources beside it are those of this build,
// so its library is taken in their place; emit-directory.c compiles them.
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 --soc=generic-4 --emit=%t/out %s -o %t/ours && %t/ours > %t/expected
// RUN: diff -r %runtime/../share/hocket/runtime %t/out/hocket
// RUN: echo "add_library(hocket STATIC IMPORTED GLOBAL)" > %t/out/hocket/CMakeLists.txt
// RUN: echo "set_target_properties(hocket PROPERTIES IMPORTED_LOCATION %runtime/libhocket.a INTERFACE_INCLUDE_DIRECTORIES %t/out/hocket/include)" >> %t/out/hocket/CMakeLists.txt
// RUN: env CC=%cc cmake -S %t/out -B %t/build > %t/log && cmake --build %t/build > %t/log
// RUN: env HOCKET_CORES=4 %t/build/ours | diff - %t/expected
// RUN: %FileCheck %s < %t/out/emit-names.c
// CHECK-NOT: #include "hocket/abi.h"
// CHECK: hk1_main_1_core3
// RUN: %hocketcc -O2 --soc=generic-4 --always-speculate --emit=%t/spec -Dhk_sum=sum %s -o %t/ours
// RUN: diff -r %runtime/../share/hocket/runtime %t/spec/hocket
// RUN: cp %t/out/hocket/CMakeLists.txt %t/spec/hocket
// RUN: env CC=%cc cmake -S %t/spec -B %t/build2 > %t/log && cmake --build %t/build2 > %t/log
// RUN: env HOCKET_CORES=4 %t/build2/ours | diff - %t/expected
// RUN: %FileCheck %s --check-prefix=SPEC < %t/spec/emit-names.c
// SPEC: #include "hocket/abi.h"
// SPEC-NEXT: #include "hocket/abi_spec.h"
#include <stdio.h>
#define N 1000000
static double a[N], b[N];

static double hk_sum(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i * 0.25;
  for (int r = 0; r < 5; r++)
    for (int i = 0; i < N; i++)
      b[i] += a[N - 1 - i] * r;
  printf("%g\n", hk_sum(b, N));
  return 0;
}
