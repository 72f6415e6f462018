// A loop that names the first row alone, behind a pointer to rows, may walk over
// all of them: the nest is cut into tiles where the entry finds that it stays
// within its row.
// RUN: %hocketcc -O2 -ffp-contract=off --no-fallback --soc=generic-4 --cores=2 -Rhocket=nest-tiled %s -o %t 2>&1 | %FileCheck %s
// RUN: %cc -O2 -ffp-contract=off %s -o %t.seq
// RUN: %t.seq > %t.expected
// RUN: %t > %t.got
// RUN: env HOCKET_CORES=1 %t > %t.alone
// RUN: cmp %t.expected %t.got
// RUN: cmp %t.expected %t.alone
// RUN: %hocketcc -O2 -ffp-contract=off --no-fallback --soc=generic-4 --cores=2 --prove-nests --no-tiles -Rhocket=loop-interchanged -Rhocket-missed=nest-kept %s -o %t 2>&1 | %FileCheck --check-prefix=PROVED %s
// RUN: %t > %t.got
// RUN: cmp %t.expected %t.got
#include <stdio.h>

enum { size = 210 };
double ex[size][size], ey[size][size], hz[size][size], pulse[100];

__attribute__((noinline)) static void field(double (*ex)[size],
                                            double (*ey)[size],
                                            double (*hz)[size], int rows,
                                            int columns, int first, int steps) {
  // CHECK: [[#@LINE+1]]:3: remark: loop nest runs in tiles of 16 x 32 iterations, and cores divide those of a wavefront
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

// Down the columns, which start in the first row.
__attribute__((noinline)) static void sweep(double (*a)[size],
                                            double (*b)[size], int rows,
                                            int columns) {
  // PROVED-NOT: nest-kept
  // PROVED: [[#@LINE+1]]:3: remark: loop is interchanged
  for (int i = 0; i < columns; i++) {
    a[0][i] = b[0][i] * 3;
    for (int j = 1; j < rows; j++)
      a[j][i] = a[j - 1][i] * 0.5 + b[j][i];
  }
  // PROVED-NOT: nest-kept
}

int main(void) {
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++) {
      ex[i][j] = i * j % 7;
      ey[i][j] = i * j % 5;
      hz[i][j] = i * j % 11;
    }
  for (int i = 0; i < 100; i++)
    pulse[i] = i * 0.5;
  field(ex, ey, hz, size, size, size, 60);
  field(ex, ey, hz, size, size - 1, 3 * size + 2, 40); // over four rows
  sweep(ex, ey, size, size);
  sweep(ey, hz, size, size);
  sweep(hz, ex, 2, 2 * size - 1);
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++)
      printf("%a %a %a\n", ex[i][j], ey[i][j], hz[i][j]);
}
