// SPDX-License-Identifier: Apache-2.0
// Powers of a sparse matrix in compressed rows applied to a vector, as in an
// iteration for the greatest eigenvalue.
//
// SMALL: 600 5
//
// Rows are independent and have unlike numbers of entries; the greatest entry,
// by which the vector is scaled, is a maximum.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int n;
  int *start;
  int *column;
  double *value;
} Matrix;

static int row_length(int i) {
  return 3 + (i * 7919L) % 30 + (i % 1000 == 0 ? 400 : 0);
}

static int make(Matrix *m, int n) {
  m->n = n;
  m->start = malloc((n + 1) * sizeof *m->start);
  if (!m->start)
    return 0;
  m->start[0] = 0;
  for (int i = 0; i < n; i++)
    m->start[i + 1] = m->start[i] + row_length(i);
  m->column = malloc(m->start[n] * sizeof *m->column);
  m->value = malloc(m->start[n] * sizeof *m->value);
  if (!m->column || !m->value)
    return 0;
  for (int i = 0; i < n; i++)
    for (int k = m->start[i]; k < m->start[i + 1]; k++) {
      unsigned h = (unsigned)k * 2654435761u;
      m->column[k] = (int)((i + (h >> 20)) % (unsigned)n);
      m->value[k] = 0.5 + (h % 1000) / 1000.0;
    }
  return 1;
}

static void multiply(const Matrix *m, const double *x, double *y) {
  for (int i = 0; i < m->n; i++) {
    double sum = 0.0;
    for (int k = m->start[i]; k < m->start[i + 1]; k++)
      sum += m->value[k] * x[m->column[k]];
    y[i] = sum;
  }
}

static double greatest(const double *x, int n) {
  double best = 0.0;
  for (int i = 0; i < n; i++)
    if (fabs(x[i]) > best)
      best = fabs(x[i]);
  return best;
}

int main(int argc, char **argv) {
  int n = argc > 2 ? atoi(argv[1]) : 200000,
      rounds = argc > 2 ? atoi(argv[2]) : 180;
  Matrix m;
  double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
  if (!make(&m, n) || !x || !y)
    return 1;
  for (int i = 0; i < n; i++)
    x[i] = 1.0;
  double scale = 1.0;
  for (int r = 0; r < rounds; r++) {
    multiply(&m, x, y);
    scale = greatest(y, n);
    for (int i = 0; i < n; i++)
      x[i] = y[i] / scale;
  }
  printf("eigenvalue near %.17g, x[7] %.17g\n", scale, x[7]);
  free(m.start);
  free(m.column);
  free(m.value);
  free(x);
  free(y);
  return 0;
}
