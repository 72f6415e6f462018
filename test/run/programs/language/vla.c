// SPDX-License-Identifier: Apache-2.0
//
// Variable length arrays: parameters, locals of a loop body, sizeof.
#include "../digest.h"

#include <stdlib.h>

static void transpose(int rows, int cols, double out[cols][rows],
                      double in[rows][cols]) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      out[j][i] = in[i][j] * 2;
}

static long each_row(int rows, int cols, double m[rows][cols]) {
  long total = 0;
  for (int i = 0; i < rows; i++) {
    double copy[cols + i % 3];
    int order[cols];
    for (int j = 0; j < cols; j++) {
      copy[j] = m[i][cols - 1 - j];
      order[j] = (j * 7 + i) % cols;
    }
    for (int j = 0; j < cols; j++)
      m[i][j] = copy[order[j]] + (double)(sizeof copy / sizeof *copy);
    total += (long)sizeof copy;
  }
  return total;
}

int main(int argc, char **argv) {
  int rows = argc > 1 ? atoi(argv[1]) : 211,
      cols = argc > 2 ? atoi(argv[2]) : 307;
  double(*a)[cols] = malloc(sizeof(double[rows][cols]));
  double(*b)[rows] = malloc(sizeof(double[cols][rows]));
  int small[rows];
  if (!a || !b)
    return 1;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      a[i][j] = i * 1.25 - j;
  transpose(rows, cols, b, a);
  long total = each_row(cols, rows, b);
  for (int i = 0; i < rows; i++)
    small[i] = (int)b[i % cols][i];
  printf("%ld %zu\n", total, sizeof small);
  show("a", a, sizeof(double[rows][cols]));
  show("b", b, sizeof(double[cols][rows]));
  show("small", small, sizeof small);
  free(a);
  free(b);
  return 0;
}
