// SPDX-License-Identifier: Apache-2.0
//
// Rows behind arrays of pointers, some of them the same row; pointers to
// pointers; members that point to one buffer; bounds in memory that is written.
#include "../digest.h"

#include <stdlib.h>

#define R 60
#define C 1000
struct view {
  int *data;
  int length;
};
struct matrix {
  int rows, cols;
  double *values;
};
static int *rows[R], *shared_rows[R];

static void each(int **table, int n) {
  for (int r = 0; r < n; r++)
    for (int i = 0; i < C; i++)
      table[r][i] += r * i & 7;
}

static void until_bound(int *p, int *bound) {
  for (int i = 0; i < *bound; i++)
    p[i] = i < 100 ? 3000 : 5;
}

static void blend(struct view *to, const struct view *from) {
  for (int i = 0; i < to->length; i++)
    to->data[i] = to->data[i] / 2 + from->data[i];
}

static void mul(struct matrix *c, const struct matrix *a,
                const struct matrix *b) {
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j < c->cols; j++) {
      double s = 0;
      for (int k = 0; k < a->cols; k++)
        s += a->values[i * a->cols + k] * b->values[k * b->cols + j];
      c->values[i * c->cols + j] = s;
    }
}

static struct matrix make(int rows, int cols) {
  struct matrix m = {rows, cols,
                     malloc(sizeof(double) * (size_t)rows * (size_t)cols)};
  if (!m.values)
    exit(1);
  for (int i = 0; i < rows * cols; i++)
    m.values[i] = (i * 7 % 13) * 0.25;
  return m;
}

int main(void) {
  int *block = malloc(sizeof(int) * R * C);
  if (!block)
    return 1;
  for (int r = 0; r < R; r++) {
    rows[r] = block + r * C;
    shared_rows[r] = block + (r % 7) * C;
  }
  for (int i = 0; i < R * C; i++)
    block[i] = i % 1000;
  each(rows, R);
  each(shared_rows, R);
  block[30] = 2000;
  until_bound(block, &block[30]);
  until_bound(block + 5, &block[4000]);
  struct view v = {block, 20000}, w = {block + 3, 20000},
              x = {block + 30000, 20000};
  blend(&v, &w);
  blend(&w, &v);
  blend(&x, &v);
  show("block", block, sizeof(int) * R * C);
  struct matrix a = make(90, 90), b = make(90, 90), c = make(90, 90);
  mul(&c, &a, &b);
  show("c", c.values, sizeof(double) * 8100);
  mul(&a, &a, &b);
  show("a", a.values, sizeof(double) * 8100);
  free(a.values);
  free(b.values);
  free(c.values);
  free(block);
  return 0;
}
