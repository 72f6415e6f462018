// Calls as macro-tasks: those without common data do not depend on each other,
// what uses both depends on both.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s
#include <stdio.h>
#define N 100000
static double left[N], right[N];

static void smooth(double *x, int rounds) {
  double carry = 0;
  for (int r = 0; r < rounds; r++)
    for (int i = 1; i < N - 1; i++)
      x[i] = carry = carry * 0.25 + x[i] * 0.5;
}

static double mix(const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += x[i] * y[i];
  return sum;
}

int main(void) {
  // CHECK: region main line [[#@LINE+2]] cores 4
  // CHECK: task 0 whole call calls.c:[[#@LINE+1]]
  smooth(left, 100);
  // CHECK-NEXT: task 1 whole call calls.c:[[#@LINE+1]]
  smooth(right, 100);
  // CHECK-NEXT: task 2 whole {{.*}} calls.c:[[#@LINE+1]]
  double result = mix(left, right);
  // CHECK-NOT: 0 -> 1
  // CHECK: 0 -> 2 flow 'left'
  // CHECK-NOT: 0 -> 1
  // CHECK: 1 -> 2 flow 'right'
  printf("%f\n", result);
  return 0;
}
