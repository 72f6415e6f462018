// A call and a loop that waits for it: the function's own region and one of the
// loop gain more than a region of both, in which one core runs the call.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=taskgraph --print-after=taskgraph -Rhocket %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
#define SIZE 4000000
double a[SIZE], b[SIZE];

static void fill(void) {
  for (int i = 0; i < SIZE; i++)
    a[i] = i / 3.0 + 1;
}

int main(int argc, char **argv) {
  (void)argv;
  fill();
  for (int i = 0; i < SIZE; i++)
    b[i] = a[SIZE - 1 - i] / (a[i] + 3) / (a[i] + 5) / (i + 7);
  printf("%f %f\n", a[argc], b[argc]);
  return 0;
}
// CHECK-DAG: region fill line 10 cores 2
// CHECK-DAG: region main line 17 cores 2
