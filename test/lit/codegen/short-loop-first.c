// What runs once, before loops that are repeated, may be short: it keeps nobody
// from running in parallel. A repeated level without waits has to make up for its
// loops' headers alone.
// RUN: %hocketcc -O2 --no-tiles --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
static double u[4096], v[4096];
static int n = 4000;

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 300;
  // CHECK: hk_ran = 0;
  // CHECK: hk_pays({{[0-9.]+}} * (double)hk_trips[[#@LINE+6]]_{{[0-9]+}}, 10.0, 100)
  // CHECK-NOT: hk_trips[[#@LINE+2]]_{{[0-9]+}} >=
  // CHECK: hk_main_1_run
  for (int k = n / 5; k < n / 2; k++)
    u[k] += 1.5 / (k + v[k]);
  for (int s = 0; s < steps; s++)
    for (int k = 0; k < n; k++)
      u[k] = u[k] * 0.5 + v[k];
  printf("%g\n", u[n / 2]);
  return 0;
}
