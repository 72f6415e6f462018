// Nests whose outermost loop keeps its order, cut into tiles: time steps
// together, along a wavefront, and a factorization by blocks. Cores divide tiles
// that need nothing of each other.
// RUN: %hocketcc -O2 -ffp-contract=off --no-fallback --soc=generic-4 --cores=2 -Rhocket=nest-tiled %s -o %t 2>&1 | %FileCheck %s
// RUN: %cc -O2 -ffp-contract=off %s -o %t.seq
// RUN: %t.seq > %t.expected
// RUN: %t > %t.got
// RUN: env HOCKET_CORES=1 %t > %t.alone
// RUN: cmp %t.expected %t.got
// RUN: cmp %t.expected %t.alone
// RUN: %hocketcc -O2 -ffp-contract=off --always-transform --always-parallel --no-fallback --soc=generic-4 --cores=3 %s -o %t.small
// RUN: %t.small > %t.got
// RUN: cmp %t.expected %t.got
#include <stdio.h>

enum { size = 210 };
double a[size][size], b[size][size];

__attribute__((noinline)) static void smooth(int steps, int n) {
  // CHECK: [[#@LINE+1]]:3: remark: loop nest runs in tiles of 16 x 32 iterations, and cores divide those of a wavefront
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] +
                         a[i - 1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i + 1][j] +
                         b[i - 1][j]);
  }
}

__attribute__((noinline)) static void factor(int n, double a[n][n]) {
  // CHECK: [[#@LINE+1]]:3: remark: loop nest runs in tiles of 64 x 64 x 64 iterations, and cores divide those of a step that need nothing of each other
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[k][j];
      a[i][j] /= a[j][j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

int main(void) {
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++)
      a[i][j] = (i == j) * size + (i * 7 + j * 3) % 11 / 11.0;
  for (int n = size - 2; n < size; n++) {
    smooth(n - 171, n);
    factor(n, (double(*)[n])a);
  }
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++)
      printf("%a\n", a[i][j]);
}
