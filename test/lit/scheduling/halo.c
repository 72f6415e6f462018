// Stencils on large grids: on two cores each chunk meets both chunks of the
// other loop, but only with its border. That is what the edge between the cores
// costs; with a share of the whole grid no time step would pay.
// RUN: %hocketcc -O2 --no-tiles --soc=generic-4 --cores=2 --stop-after=scheduling --print-after=scheduling %s -o %t | %FileCheck %s
#include <stdio.h>
#define N 160
static float before[N][N][N], now[N][N][N], after[N][N][N];

int main(void) {
  // CHECK: level 1 by
  // CHECK-NEXT: core 0: {{.*}}{[[A0:[0-9]+]] loop halo.c:[[#@LINE+7]] [1/2]} {[[B0:[0-9]+]] loop halo.c:[[#@LINE+12]] [1/2]}
  // CHECK-NEXT: core 1: {{.*}}{[[A1:[0-9]+]] loop halo.c:[[#@LINE+6]] [2/2]} {[[B1:[0-9]+]] loop halo.c:[[#@LINE+11]] [2/2]}
  // CHECK-DAG: wait [[A0]] -> [[B1]]
  // CHECK-DAG: wait [[A1]] -> [[B0]]
  // CHECK-DAG: wait [[B0]] -> [[A1]] across the loop
  // CHECK-DAG: wait [[B1]] -> [[A0]] across the loop
  for (int t = 0; t < 120; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        for (int k = 1; k < N - 1; k++)
          after[i][j][k] = 0.3f * (now[i - 1][j][k] + now[i + 1][j][k]) +
                           0.2f * now[i][j][k - 1] - before[i][j][k];
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        for (int k = 0; k < N; k++) {
          before[i][j][k] = now[i][j][k];
          now[i][j][k] = after[i][j][k];
        }
  }
  printf("%f\n", now[3][4][5]);
  return 0;
}
