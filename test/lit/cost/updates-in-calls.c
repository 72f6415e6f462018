// Updates that a called function makes, in its loops, go through logs as often
// as these run: where the terms are cheap that is more than is gained. RUN:
// %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket -Rhocket-missed %s -o %t -lm
// 2>&1 | %FileCheck %s
#include <math.h>
#include <stdio.h>

static double total, sums[5], a[4000];

static void cheap(double x) {
  for (int k = 0; k < 4000; k++) {
    sums[0] += x * a[k];
    sums[1] += x + a[k];
    sums[2] += x - a[k];
    sums[3] += a[k];
    sums[4] += 2 * x;
  }
}

static void dear(double x) {
  double y = 0;
  for (int k = 0; k < 4000; k++)
    y = sin(y + x * a[k]);
  total += y;
}

int main(void) {
  for (int k = 0; k < 4000; k++)
    a[k] = sqrt(k);
  // CHECK-NOT: updates-in-calls.c:[[#@LINE+1]]:3: remark: loop is a pipeline
  for (int i = 0; i < 20000; i++)
    cheap(i * 0.5);
  // CHECK: updates-in-calls.c:[[#@LINE+1]]:3: remark: loop is a pipeline
  for (int i = 0; i < 20000; i++)
    dear(i * 0.5);
  printf("%g %g\n", total, sums[0] + sums[1] + sums[2] + sums[3] + sums[4]);
  return 0;
}
