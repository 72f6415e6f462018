// Chunks on two clusters whose caches are not coherent: what crosses is written
// back and dropped. The same program without the option has one cluster.
// RUN: %hocketcc -O2 --soc=%p/../../run/clusters/two.yaml --incoherent-clusters -Rhocket %s -o %t 2>&1 | %FileCheck %s
// RUN: %t > %t.out && %cc -O2 %s -o %t && %t | diff %t.out -
// RUN: %hocketcc -O2 --soc=%p/../../run/clusters/two.yaml -Rhocket %s -o %t 2>&1 | %FileCheck %s --check-prefix=ONE
// RUN: %hocketcc -O2 --soc=%specs/generic-4.yaml --incoherent-clusters -Rhocket %s -o %t 2>&1 | %FileCheck %s --check-prefix=COHERENT
// ONE-NOT: =clusters-shared]
// ONE: on 2 cores
// ONE-NOT: =clusters-shared]
// COHERENT-NOT: =clusters-shared]
// COHERENT: on 4 cores
// COHERENT-NOT: =clusters-shared]
#include <stdio.h>
static long a[1 << 16];

static void scale(long by) {
  // CHECK: clusters-shared.c:[[#@LINE+1]]:3: remark: runs on clusters whose caches are not coherent: 2 of 4 cores are of others; 3 calls write lines back, 3 drop them, 0 of these the whole cache [-Rhocket=clusters-shared]
  for (int i = 0; i < 1 << 16; i++)
    for (int k = 0; k < 50; k++)
      a[i] = a[i] * by + i;
}

int main(void) {
  long sum = 0;
  scale(3);
  for (int i = 0; i < 1 << 16; i++)
    sum ^= a[i];
  printf("%ld\n", sum);
  return 0;
}
