// A reduction is chunks and what combines them; the combined value is what the
// rest of the region waits for.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s
#include <stdio.h>
#define N 4000000
static int a[N], b[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i % 7;
  long sum = 0;
  // CHECK: task [[#SUM:]] chunks loop reduction.c:[[#@LINE+2]]
  // CHECK-NEXT: task [[#SUM+1]] combine combine reduction.c:[[#@LINE+1]]
  for (int i = 0; i < N; i++)
    sum += a[i];
  // CHECK-NEXT: task [[#SUM+2]] chunks loop reduction.c:[[#@LINE+1]]
  for (int i = 0; i < N; i++)
    b[i] = a[i] + sum;
  // CHECK-NOT: [[#SUM]] -> [[#SUM+2]]
  // CHECK: [[#SUM+1]] -> [[#SUM+2]] flow 'sum' same-iteration
  printf("%ld %d\n", sum, b[5]);
  return 0;
}
