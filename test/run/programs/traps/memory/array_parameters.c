// SPDX-License-Identifier: Apache-2.0
//
// Two-dimensional parameters with extents from outside, and views of one block
// with different extents.
#include "../../digest.h"
#include <stdlib.h>
static void down(int n, int m, unsigned a[n][m], unsigned b[n][m]) {
  for (int i = 0; i + 1 < n; i++)
    for (int j = 0; j < m; j++)
      a[i + 1][j] = b[i][j] + (unsigned)j;
}
static void across(int n, int m, unsigned (*a)[m], const unsigned (*b)[m + 1]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = b[i][j] * 3u;
}
static void transpose(int n, unsigned a[n][n], unsigned b[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = b[j][i] + 1u;
}
int main(void) {
  unsigned *p = malloc(10000 * sizeof *p);
  for (int i = 0; i < 10000; i++)
    p[i] = (unsigned)i;
  for (int m = 29; m <= 31; m++) {
    unsigned(*rows)[m] = (void *)p;
    down(100, m, rows, rows);
    down(100, m, rows, rows + 1);
    down(100, m, rows + 100, rows);
    across(100, m, rows, (void *)p);
    across(100, m, rows + 150, (void *)p);
    show("p", p, 10000 * sizeof *p);
  }
  transpose(60, (void *)p, (void *)p);
  transpose(60, (void *)p, (void *)(p + 3600));
  show("p", p, 10000 * sizeof *p);
  free(p);
  return 0;
}
