// Options of the compiler that give or take permissions.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s --check-prefixes=CHECK,STRICT,ORDERED
// RUN: %hocketcc -O2 -fno-strict-aliasing --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s --check-prefixes=CHECK,LOOSE,ORDERED
// RUN: %hocketcc -O2 -fassociative-math -fno-signed-zeros -fno-trapping-math --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s --check-prefixes=CHECK,STRICT,FREE
// RUN: %hocketcc -O2 --isl-budget=30 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s --check-prefix=BUDGET
#include <stdlib.h>

static double sum(double *x, int *count, int n) {
  double s = 0;
  // CHECK: [[#@LINE+4]]:3 sum: doall
  // STRICT-NOT: do not overlap
  // LOOSE-SAME: if {{.*}} do not overlap
  // BUDGET: [[#@LINE+1]]:3 sum: sequential  [over-budget]
  for (int i = 0; i < n; i++)
    x[i] = count[i];
  // ORDERED: [[#@LINE+2]]:3 sum: sequential  [float-reduction]
  // FREE: [[#@LINE+1]]:3 sum: reduction
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

int main(int argc, char **argv) {
  (void)argv;
  static double data[1000];
  return sum(data, (int *)(data + 10 * argc), argc) > 0;
}
