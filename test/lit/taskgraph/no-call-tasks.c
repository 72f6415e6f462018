// --no-call-tasks: functions that a region's tasks would call keep regions of
// their own.
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s --check-prefix=TASKS
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel --no-call-tasks --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s
#include <stdio.h>
static int a[10000], b[10000];

// CHECK: region fill
static void fill(int *x) {
  for (int i = 0; i < 10000; i++)
    x[i] = i * 3;
}

// TASKS: region main
// CHECK-NOT: region main
int main(void) {
  fill(a);
  fill(b);
  printf("%d\n", a[77] + b[78]);
  return 0;
}
