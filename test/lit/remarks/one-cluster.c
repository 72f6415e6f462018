// What keeps a region on one cluster, of two that are not coherent.
// RUN: %hocketcc -O2 --soc=%p/../../run/clusters/two.yaml --incoherent-clusters --always-parallel -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// RUN: %t > %t.out && %cc -O2 %s -o %t && %t | diff %t.out -
// CHECK-NOT: =clusters-shared]
#include <stdio.h>
static int a[4096], b[4096];

int main(void) {
  // CHECK: one-cluster.c:[[#@LINE+3]]:3: remark: region of {{.*}} on 2 cores
  // CHECK: one-cluster.c:[[#@LINE+3]]:5: remark: stays on one of the clusters whose caches are not coherent: something in it is input or output [-Rhocket-missed=one-cluster]
  // CHECK-NOT: =clusters-shared]
  for (int t = 0; t < 3; t++) {
    printf("%d\n", t);
    for (int i = 0; i < 4096; i++)
      a[i] = a[i] * 3 + i + t;
    for (int i = 0; i < 4096; i++)
      b[i] += a[4095 - i];
  }
  printf("%d %d\n", a[77], b[78]);
  return 0;
}
