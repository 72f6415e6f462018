// SPDX-License-Identifier: Apache-2.0
//
// A pointer to rows, of which `a[0][k]` walks over all: C does not define it,
// compilers keep it, and it is common. Rows are no extents there.
// HOCKETCC: --always-transform
#include <stdio.h>

enum { width = 64, height = 40 };
double grid[height][width];

__attribute__((noinline)) static void relax(double (*a)[width], int rows,
                                            int steps) {
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < rows * width; k++)
      a[0][k] = a[0][k] * 0.5 + t;
    for (int i = 1; i < rows; i++)
      for (int j = 1; j < width - 1; j++)
        a[i][j] = 0.3 * (a[i][j - 1] + a[i - 1][j + 1] + a[i][j + 1]);
  }
}

int main(void) {
  for (int i = 0; i < height; i++)
    for (int j = 0; j < width; j++)
      grid[i][j] = i * j % 7;
  relax(grid, height, 30);
  double sum = 0;
  for (int i = 0; i < height; i++)
    for (int j = 0; j < width; j++)
      sum += grid[i][j] * (i + 1);
  printf("%.17g\n", sum);
}
