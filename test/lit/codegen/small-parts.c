// SPDX-License-Identifier: Apache-2.0
// A small part of a region that does not pay for its waits keeps the region
// from being entered only where it costs more than a little of the whole.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 --cores=2 --emit=%t/dir %s -o %t/out
// RUN: %FileCheck %s --input-file=%t/dir/small-parts.c
// The work of an iteration, or what all iterations may lose against the whole.
// CHECK: if ((hk_pays({{[0-9.]+}} * (double)hk_trips[[#]]_[[#]], {{[0-9.]+}}, [[#]])
// CHECK-NEXT: {{^ *}}|| {{[0-9.e+]+}}{{.*}} <= {{.*}} * (double)hk_trips
// RUN: env HOCKET_VERBOSE=1 HOCKET_ADAPT=off %t/out 400 2>&1 | %FileCheck %s --check-prefix=ENTERED
// ENTERED: hocket: 1 regions entered
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double values[100000], kinds[8][100000];

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  for (int i = 0; i < n; i++) {
    double x = i;
    for (int k = 0; k < 2000; k++)
      x = x * 0.75 + k / (1 + x * x);
    values[i] = x;
    for (int k = 0; k < 8; k++)
      kinds[k][i] = x / (k + 1);
  }
  for (int k = 0; k < 6; k++) {
    double mean = 0;
    for (int i = 0; i < n; i++)
      mean += kinds[k][i];
    printf("%d %.10g\n", k, mean / n);
  }
  return 0;
}
