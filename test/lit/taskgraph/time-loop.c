// A sequential loop around parallel ones is inside the region: every core runs
// it, its counter is everybody's own, and chunks depend on their neighbours in
// the next sweep and in the next step.
// RUN: %hocketcc -O2 --no-tiles --soc=generic-4 --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s
#include <stdio.h>
#define N 2000
double a[N][N], b[N][N];

int main(int argc, char **argv) {
  (void)argv;
  int steps = argc * 10;
  // CHECK: region main line [[#@LINE+7]] cores 4
  // CHECK-NEXT: replicated: t{{$}}
  // CHECK-NEXT: task 0 replicated
  // CHECK-NEXT: repeat line [[#@LINE+4]] condition 1
  // CHECK-NEXT: task 1 replicated
  // CHECK-NEXT: task 2 chunks loop time-loop.c:[[#@LINE+3]]
  // CHECK-NEXT: task 3 chunks loop time-loop.c:[[#@LINE+5]]
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = a[i - 1][j] + a[i + 1][j];
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = b[i][j] * 0.5;
  }
  // CHECK-NEXT: task 4 replicated
  // CHECK: 2 -> 3 flow 'b' same-iteration carried 0x1 chunks 1100111001110011
  // CHECK: 3 -> 2 flow 'a' carried 0x1 chunks 1100111001110011
  printf("%f\n", a[3][4]);
  return 0;
}
