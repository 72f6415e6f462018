// The same bytes each time, wherever the command runs.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=codegen --print-after=codegen --print-after=scheduling --print-after=taskgraph --print-after=cost %s -o %t > %t.1
// RUN: env TMPDIR=%T %hocketcc -O2 --soc=generic-4 --stop-after=codegen --print-after=codegen --print-after=scheduling --print-after=taskgraph --print-after=cost %s -o %t.else > %t.2
// RUN: diff %t.1 %t.2
// RUN: %FileCheck %s < %t.1
// CHECK: static void hk_{{[a-z]+}}_1_core3(
#include <stdio.h>
#define N 2000
static double left[N][N], right[N][N];
static long table[N];

static void fill(double (*m)[N], int by) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      m[i][j] = (double)(i * by + j) / 7;
}

int main(void) {
  fill(left, 3);
  fill(right, 5);
  for (int t = 0; t < 10; t++) {
    for (int i = 1; i < N; i++)
      for (int j = 0; j < N; j++)
        left[i][j] = right[i - 1][j] * 0.5;
    for (int i = 1; i < N; i++)
      for (int j = 0; j < N; j++)
        right[i][j] = left[i][j] + left[i - 1][j];
  }
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += table[i] += (long)right[i][i];
  printf("%ld\n", sum);
  return 0;
}
