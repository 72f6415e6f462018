// Floating-point sums keep their order unless the command line gives it up.
// RUN: %hocketcc -O2 --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 -ffast-math -fno-fast-math --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 -ffast-math --soc=generic-4 -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s --check-prefix=FAST --allow-empty
// FAST-NOT: =float-reduction]
double x[1000], y[1000];

int main(void) {
  double sum = 0;
  int count = 0;
  // CHECK: float-reduction.c:[[#@LINE+2]]:3: remark: loop stays sequential: reordering the floating-point reduction of 'sum' would change its result [-Rhocket-missed=float-reduction]
  // CHECK: float-reduction.c:[[#@LINE+2]]:5: note: writes 'sum'
  for (int i = 0; i < 1000; i++)
    sum += x[i] * y[i];
  // CHECK-NOT: =float-reduction]
  for (int i = 0; i < 1000; i++)
    count += x[i] > y[i];
  return sum > count;
}
