// A branch whose condition every core can evaluate is replicated, with a level
// for each side; a scalar that is computed cheaply is everybody's own.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s
#include <stdio.h>
#define N 2000
static double a[N][N], b[N][N];

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i * j;
  int half = argc / 2;
  // CHECK: replicated: half
  // CHECK: task [[#TEST:]] replicated replicated branches.c:[[#@LINE+2]]
  // CHECK-NEXT: branch line [[#@LINE+1]] condition [[#TEST]]
  if (half > 1) {
    // CHECK-NEXT: task [[#TEST+1]] chunks loop branches.c:[[#@LINE+1]]
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i][j] += half;
  } else {
    // CHECK-NEXT: else
    // CHECK-NEXT: task [[#TEST+2]] chunks loop branches.c:[[#@LINE+1]]
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        b[i][j] = a[i][j] - half;
  }
  // Both sides run after the first loop, never one after the other.
  // CHECK-NOT: [[#TEST+1]] -> [[#TEST+2]]
  // CHECK-DAG: 0 -> [[#TEST+1]] {{.*}} 'a' same-iteration
  // CHECK-DAG: 0 -> [[#TEST+2]] flow 'a' same-iteration
  printf("%f\n", a[3][4] + b[4][5]);
  return 0;
}
