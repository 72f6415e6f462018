// What the schedule predicts and what is tested on entry.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --no-call-tasks -Rhocket-analysis %s -o %t 2>&1 | %FileCheck %s --implicit-check-not=remark:
#include <stdio.h>
#include <stdlib.h>
#define SIZE 4000000
double a[SIZE], b[SIZE];

static void scale(double *to, const double *from, int n) {
  // CHECK-DAG: region-plan.c:[[#@LINE+1]]:3: remark: region is planned to take {{[0-9.]+ [mun]s, [0-9.]+ [mun]s}} on one core, with 0 waits; on entry it tests that {{'.*' and '.*'}} do not overlap, whether the work pays [-Rhocket-analysis=region-plan]
  for (int i = 0; i < n; i++)
    to[i] = from[i] / 3;
}

int main(int argc, char **argv) {
  // CHECK-DAG: region-plan.c:[[#@LINE+1]]:3: remark: region is planned to take {{.*}} ms, {{.*}} ms on one core, with 0 waits; on entry it tests nothing [-Rhocket-analysis=region-plan]
  for (int i = 0; i < SIZE; i++)
    a[i] = b[i] / 3 + i;
  // CHECK-DAG: region-plan.c:[[#@LINE+1]]:3: remark: region is planned to take {{.*}} ms, {{.*}} ms on one core, with 0 waits; on entry it tests nothing [-Rhocket-analysis=region-plan]
  for (int i = 0; i < SIZE; i++)
    b[i] = a[SIZE - 1 - i];
  int n = atoi(argv[1]);
  scale(a + atoi(argv[2]), a + argc, n);
  printf("%f %f\n", a[n], b[n]);
  return 0;
}
