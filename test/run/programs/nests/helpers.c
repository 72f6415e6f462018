// SPDX-License-Identifier: Apache-2.0
//
// Helpers that hold a part of a nest: loops of their own over what they are
// given, which may be the same memory, or change what the nest around reads.
// HOCKETCC: --always-transform
#include "../digest.h"
#include <stdlib.h>

#define N 24

struct matrix {
  int rows, columns;
  unsigned *data;
};

#define AT(m, i, j) ((m)->data[(size_t)(i) * (size_t)(m)->columns + (size_t)(j)])

static unsigned dot(const struct matrix *m, int a, int b) {
  unsigned s = 1;
  int i;
  for (i = 0; i < m->rows; i++)
    s = s * 3u + AT(m, i, a) * AT(m, i, b);
  return s;
}

static void minus(struct matrix *m, int to, int from, unsigned f) {
  int i;
  for (i = 0; i < m->rows; i++)
    AT(m, i, to) -= f * AT(m, i, from);
}

/* Both may be one matrix, or rows of one. */
static void orthogonal(struct matrix *q, struct matrix *r, int k) {
  int j;
  for (j = k + 1; j < q->columns; j++) {
    unsigned p = dot(q, k, j);
    AT(r, k, j) = p;
    minus(q, j, k, p);
  }
}

/* The rows of the other one, too. */
static void shrink(struct matrix *m, unsigned *p, int k) {
  for (int i = 0; i < m->rows; i++)
    if (p[i] + (unsigned)k == 77u)
      m->rows = m->rows - 1;
}
static void shrinks(struct matrix *m, unsigned *p) {
  for (int k = 0; k < N; k++)
    shrink(m, p, k);
}

/* Leaves early. */
static int find(const unsigned *p, int n, unsigned v) {
  for (int i = 0; i < n; i++)
    if (p[i] == v)
      return i;
  return n;
}
static void places(const unsigned *p, unsigned *d) {
  for (int k = 0; k < N; k++)
    d[k] += (unsigned)find(p, N * N, p[(k * 37) % (N * N)]);
}

/* Counts its calls. */
static unsigned counted(const struct matrix *m, int j) {
  static unsigned calls;
  unsigned s = calls++;
  for (int i = 0; i < m->rows; i++)
    s = s * 5u + AT(m, i, j);
  return s;
}
static void sums(const struct matrix *m, unsigned *d) {
  for (int j = 0; j < m->columns; j++)
    d[j] ^= counted(m, j);
}

/* Names of its own that mean something else where it is called. */
static unsigned column(const struct matrix *m, int j) {
  unsigned p = 0;
  int k = j;
  for (j = 0; j < m->rows; j++)
    p = p * 7u + AT(m, j, k);
  return p + (unsigned)k;
}
static void columns(const struct matrix *m, unsigned *p) {
  for (int j = 0; j < m->columns; j++) {
    int k = m->columns - 1 - j;
    p[j] += column(m, k) + (unsigned)k;
  }
}

/* Through a pointer to what the loop around declares. */
static void add(const unsigned *row, int n, unsigned *sum) {
  for (int i = 0; i < n; i++)
    *sum = *sum * 3u + row[i];
}
static void rows(const struct matrix *m, unsigned *d) {
  for (int i = 0; i < m->rows; i++) {
    unsigned s = 3;
    add(&AT(m, i, 0), m->columns, &s);
    d[i] = s;
  }
}

int main(void) {
  struct matrix q = {N, N, malloc(3 * N * N * sizeof(unsigned))};
  struct matrix r = {N, N, q.data + N * N}, part = {N - 2, N, q.data + N};
  unsigned d[N];
  for (int i = 0; i < 3 * N * N; i++)
    q.data[i] = (unsigned)i * 2654435761u >> 7;
  for (int i = 0; i < N; i++)
    d[i] = (unsigned)i;
  for (int k = 0; k < N; k += 5) {
    orthogonal(&q, &r, k);
    orthogonal(&q, &q, k);
    orthogonal(&part, &q, k % (N - 2));
  }
  show("q", q.data, 3 * N * N * sizeof(unsigned));
  places(q.data, d);
  sums(&q, d);
  sums(&r, d);
  columns(&q, d);
  columns(&part, q.data);
  rows(&q, d);
  rows(&part, q.data + 5);
  show("d", d, sizeof d);
  show("q", q.data, 3 * N * N * sizeof(unsigned));
  q.data[3] = 70;
  shrinks(&q, q.data);
  printf("%d\n", q.rows);
  free(q.data);
  return 0;
}
