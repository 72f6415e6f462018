// A short loop is no reason against a region whose other loop is a pipeline:
// that the work pays is tested for itself.
// RUN: rm -rf %t.d
// RUN: %hocketcc -O2 -ffp-contract=off --soc=generic-4 --cores=2 --no-inlining --no-fallback --emit=%t.d -Rhocket=loop-pipeline %s -o %t -lm 2>&1 | %FileCheck --check-prefix=SAID %s
// RUN: %FileCheck %s --input-file=%t.d/short-beside-pipeline.c
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double path(const double *table, int n, unsigned seed) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    seed = seed * 1664525u + 1013904223u;
    s = s * 0.9 + table[i] * sin(seed * 1e-9);
  }
  return s;
}

// CHECK: double price(
// CHECK: hk_pays(
// CHECK-NOT: >= {{[0-9]+$}}
// CHECK: hk_asks(
__attribute__((noinline)) static double price(double *table, int steps,
                                              long paths) {
  double sum = 0;
  for (int i = 0; i < steps; i++)
    table[i] = sqrt(i) * 0.5;
  // SAID: [[#@LINE+1]]:3: remark: loop is a pipeline
  for (long k = 0; k < paths; k++)
    sum += path(table, steps, (unsigned)k);
  return sum;
}

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 52;
  double *table = malloc(steps * sizeof *table);
  if (!table)
    return 1;
  printf("%.17g\n", price(table, steps, 100000L * argc));
  return 0;
}
