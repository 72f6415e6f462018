// Two independent calls; and two of which the second needs the first.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket %s -o %t 2>&1 | %FileCheck %s
// RUN: env HOCKET_CORES=2 %t > %t.out && %cc -O2 %s -o %t && %t | diff %t.out -
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -DCHAIN -Rhocket %s -o %t 2>&1 | %FileCheck %s --check-prefix=NEAR --allow-empty
// NEAR-NOT: =parallel-tasks]
#include <stdio.h>
static double left[100000], right[100000];

static void smooth(double *x, int rounds) {
  for (int r = 0; r < rounds; r++)
    for (int i = 1; i < 99999; i++)
      x[i] = x[i - 1] * 0.25 + x[i] * 0.5 + x[i + 1] * 0.25;
}

int main(void) {
  left[500] = right[400] = 1000;
  // CHECK: parallel-tasks.c:[[#@LINE+1]]:3: remark: 2 macro-tasks share 2 cores [-Rhocket=parallel-tasks]
  smooth(left, 10);
#ifdef CHAIN
  smooth(left, 10);
#else
  smooth(right, 10);
#endif
  printf("%.10g %.10g\n", left[500], right[400]);
  return 0;
}
