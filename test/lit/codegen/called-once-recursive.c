// A function that is called once, in one that calls itself: gcc inlines that into
// itself first, and is left to choose. Not where numbers are floating-point:
// products may be fused with sums across the border, as they were.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
#include <stdio.h>

static int grid[8][8];
static long nodes, found;
static double weights[64];

// CHECK-NOT: always_inline__)) int fits(
// CHECK: always_inline__)) double weight(
// CHECK: void search(
static int fits(int row, int column) {
  for (int i = 0; i < row; i++)
    for (int k = 0; k < 8; k++)
      if (grid[i][k] && (k == column || k - column == row - i || column - k == row - i))
        return 0;
  return 1;
}

static double weight(int row) {
  double sum = 0;
  for (int i = 0; i < 64; i++)
    sum += weights[i] * row;
  return sum;
}

static void search(int row) {
  nodes++;
  if (row == 8) {
    found++;
    return;
  }
  for (int k = 0; k < 8; k++) {
    if (!fits(row, k))
      continue;
    grid[row][k] = 1;
    weights[(row + k) % 64] += weight(row);
    search(row + 1);
    grid[row][k] = 0;
  }
}

int main(void) {
  search(0);
  printf("%ld %ld %g\n", nodes, found, weights[3]);
  return 0;
}
