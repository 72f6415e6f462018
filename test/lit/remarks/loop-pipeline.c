// Iterations overlap, but for a stage in order.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>

static int steps(unsigned n) {
  int count = 0;
  for (; n > 1; count++)
    n = n % 2 ? 3 * n + 1 : n / 2;
  return count;
}

int main(void) {
  // CHECK: loop-pipeline.c:[[#@LINE+2]]:3: remark: loop is a pipeline: iterations overlap and pass line [[#@LINE+4]] in order; the rest, line [[#@LINE+3]], each core does for itself [-Rhocket=loop-pipeline]
  // CHECK-NEXT: loop-pipeline.c:[[#@LINE+3]]:5: note: 'printf' has an effect whose order is visible
  for (unsigned i = 0; i < 1000; i++) {
    int n = steps(i);
    printf("%u: %d\n", i, n);
  }
  // Nothing is left beside what has to be in order.
  // CHECK: loop-pipeline.c:[[#@LINE+2]]:3: remark: loop stays sequential: the call of 'printf' has an effect whose order is visible (input or output) [-Rhocket-missed=ordered-call]
  // CHECK-NOT: =loop-pipeline]
  for (unsigned i = 0; i < 1000; i++) {
    printf("%u", i);
    for (unsigned k = 0; k < i % 10; k++)
      printf(" %u", i + k);
    printf("\n");
  }
  return 0;
}
