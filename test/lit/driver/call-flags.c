// gcc is not to make one function of the user's and of a copy with the same
// text; and where there is AVX, it is not to believe that calls clean vector
// registers. Other compilers know neither, and may build what is emitted.
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 -mavx2 -ffp-contract=off --soc=generic-4 --emit=%t/avx %s -o %t/out
// RUN: %FileCheck %s --input-file=%t/avx/CMakeLists.txt
// RUN: %hocketcc -O2 --soc=generic-4 --emit=%t/plain %s -o %t/out
// RUN: %FileCheck %s --check-prefix=PLAIN --input-file=%t/plain/CMakeLists.txt
// CHECK: target_compile_options({{.*}} PRIVATE $<$<C_COMPILER_ID:GNU>:-fno-ipa-icf-functions> $<$<C_COMPILER_ID:GNU>:-fno-ipa-ra> "-O2" "-mavx2"
// PLAIN: target_compile_options({{.*}} PRIVATE $<$<C_COMPILER_ID:GNU>:-fno-ipa-icf-functions> "-O2"
#include <stdio.h>

static double v[100000];

int main(void) {
  for (int i = 0; i < 100000; i++)
    v[i] = i * 0.5 / (i + 1.0);
  printf("%g\n", v[77]);
  return 0;
}
