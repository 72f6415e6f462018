// The loops of a nest in another order are to become vectors at -O2, too: gcc is
// asked to judge as at -O3. Not where vectors could change what the program's
// other loops compute: by fused operations, or by values with more bits.
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 --soc=generic-4 --emit=%t/plain %s -o %t/out
// RUN: %FileCheck %s --check-prefix=VECTORS --input-file=%t/plain/CMakeLists.txt
// RUN: %hocketcc -O2 -mfma --soc=generic-4 --emit=%t/fma -Rhocket=loop-interchanged %s -o %t/out 2>&1 | %FileCheck %s --check-prefix=MOVED
// RUN: %FileCheck %s --check-prefix=NONE --input-file=%t/fma/CMakeLists.txt
// RUN: %hocketcc -O2 -mfpmath=387 --soc=generic-4 --emit=%t/excess -Rhocket=loop-interchanged %s -o %t/out 2>&1 | %FileCheck %s --check-prefix=MOVED
// RUN: %FileCheck %s --check-prefix=NONE --input-file=%t/excess/CMakeLists.txt
// VECTORS: :-fvect-cost-model=dynamic> "-O2"
// NONE-NOT: vect-cost-model
#include <stdio.h>
#define N 500
static int a[N][N], sums[N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i ^ j;
  // MOVED: vectors-at-o2.c:[[#@LINE+1]]:3: remark: loop is interchanged
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      sums[j] += a[i][j];
  printf("%d\n", sums[7]);
  return 0;
}
