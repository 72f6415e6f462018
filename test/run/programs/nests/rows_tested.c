// SPDX-License-Identifier: Apache-2.0
//
// Time steps over rows behind pointers, of which one loop names the first row
// alone: as long as it stays within it, the nest may be cut into tiles, which
// the entry tests. It is also called so that the loop walks over more rows.
// HOCKETCC: --always-transform
#include <stdio.h>

enum { width = 48, height = 40 };
double ex[height][width], ey[height][width], hz[height][width];
double pulse[64];

__attribute__((noinline)) static void field(double (*ex)[width],
                                            double (*ey)[width],
                                            double (*hz)[width], int rows,
                                            int columns, int first, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < first; j++)
      ey[0][j] = pulse[t];
    for (int i = 1; i < rows; i++)
      for (int j = 0; j < columns; j++)
        ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < rows; i++)
      for (int j = 1; j < columns; j++)
        ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < rows - 1; i++)
      for (int j = 0; j < columns - 1; j++)
        hz[i][j] = hz[i][j] -
                   0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

// The same, but the second array may be the first one, from another row on.
__attribute__((noinline)) static void over(double (*a)[width],
                                           double (*b)[width], int rows,
                                           int columns, int first, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < first; j++)
      a[0][j] = t * 0.25 + b[0][j];
    for (int i = 1; i < rows; i++)
      for (int j = 1; j < columns; j++)
        a[i][j] = 0.3 * (a[i][j - 1] + a[i - 1][j] + b[i][j]);
  }
}

static void show(void) {
  double sum = 0;
  for (int i = 0; i < height; i++)
    for (int j = 0; j < width; j++)
      sum += (ex[i][j] + 2 * ey[i][j] + 3 * hz[i][j]) * (i * width + j + 1);
  printf("%.17g\n", sum);
}

int main(void) {
  for (int i = 0; i < height; i++)
    for (int j = 0; j < width; j++) {
      ex[i][j] = i * j % 7;
      ey[i][j] = i * j % 5 + 0.5;
      hz[i][j] = i * j % 11;
    }
  for (int i = 0; i < 64; i++)
    pulse[i] = i * 0.125;
  static const int sizes[] = {0, 1, 2, 3, 4, 5, 17, 18, 33, width - 1, width};
  for (unsigned s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
    int columns = sizes[s], rows = columns < height ? columns : height;
    field(ex, ey, hz, rows, columns, columns, 20);
    show();
    // Over all rows, and a few elements beyond the first one.
    field(ex, ey, hz, rows, columns, rows * width, 5);
    field(ex, ey, hz, rows, columns, rows > 1 ? width + 3 : 0, 18);
    show();
    over(ex, ey, rows, columns, columns, 17);
    over(ex, ex + 2, rows > 2 ? rows - 2 : 0, columns, columns, 17);
    over(ey, ey, rows, columns, rows * width, 17);
    show();
  }
}
