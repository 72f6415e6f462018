// SPDX-License-Identifier: Apache-2.0
//
// Loops that may be moved inwards, and such that look as if: every order of
// iterations that matters shows in what is printed.
// HOCKETCC: --always-transform
#include "../digest.h"

#include <stdlib.h>

#define N 37
#define M 300

struct matrix {
  int rows, cols;
  double *data;
};

static double a[N][M], b[M][N], c[N][N], v[M];
static int t[N][N];

static void product(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0, last = a[i][0];
      for (int k = 0; k < M; k++) {
        s += a[i][k] * b[k][j];
        last = s - last;
      }
      c[i][j] = s + last;
    }
}

/* The sum of one j goes on with the next. */
static double carried(void) {
  double s = 0;
  for (int j = 0; j < N; j++) {
    for (int i = 0; i < N; i++)
      s = s * 0.5 + c[i][j];
    v[j] = s;
  }
  return s;
}

/* Over j first, a[i + 1][j - 1] would be the new value. */
static void skewed(void) {
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N - 1; i++)
      c[i][j] = c[i - 1][j] + c[i + 1][j - 1] * 0.25;
}

static void triangles(int n) {
  int i, j, k;
  for (i = n - 1; i >= 0; i--)
    for (j = i + 1; j < n; j++) {
      t[i][j] += i - j;
      for (k = i; k < j; k++)
        t[i][j] += t[i][k] * 3 + t[k + 1][j];
    }
  for (i = 0; i < n; i += 3)
    for (j = 0; j <= i; j += 2)
      for (k = n - 1; k > j; k--)
        c[k][j] -= c[i][k] * 0.125;
}

/* What the caller passes twice is one array. */
static void aliased(double *x, const double *y, size_t n, size_t m) {
  for (size_t j = 0; j < m; j++) {
    double mean = 0;
    for (size_t i = 0; i < n; i++)
      mean += y[i * m + j];
    for (size_t i = 0; i < n; i++)
      x[i * m + j] = y[i * m + j] - mean / (double)n;
  }
}

static void members(struct matrix *m, const struct matrix *from) {
  for (int j = 0; j < from->cols; j++) {
    double least = 1e9;
    for (int i = 0; i < from->rows; i++)
      if (from->data[i * from->cols + j] < least)
        least = from->data[i * from->cols + j];
    for (int i = 0; i < m->rows; i++)
      m->data[i * m->cols + j] += least;
  }
}

/* Outside of the loops the iterator still means something. */
static int used_afterwards(int n) {
  int i = 0, j, seen = 0;
  for (j = 0; j < n; j++)
    for (i = j; i < n; i++)
      seen += t[i][j];
  return seen * 100 + i + j;
}

int main(void) {
  double *flat = malloc(N * M * sizeof *flat);
  if (!flat)
    return 1;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      a[i][j] = (i * 31 + j * 17) % 101 * 0.37;
      b[j][i] = (i * 13 + j * 7) % 89 * 0.11;
      flat[i * M + j] = a[i][j] - b[j][i];
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      t[i][j] = (i * 5 + j * 3) % 7 - 3;
  product();
  show("product", c, sizeof c);
  printf("carried %.17g\n", carried());
  show("v", v, sizeof v);
  skewed();
  show("skewed", c, sizeof c);
  triangles(9);
  show("triangles", t, sizeof t);
  show("and", c, sizeof c);
  aliased(flat, flat, N, M);
  aliased(flat + 1, flat, N - 1, M);
  show("aliased", flat, N * M * sizeof *flat);
  struct matrix m = {N, M, flat}, rows = {3, M, &a[0][0]};
  members(&m, &rows);
  members(&m, &m);
  rows.cols = 0;
  members(&m, &rows);
  show("members", flat, N * M * sizeof *flat);
  printf("%d\n", used_afterwards(11));
  printf("%d\n", used_afterwards(0));
  free(flat);
  return 0;
}
