// A helper's loop is written out where the nest that it makes with the loops
// around its call gets another order, and stays a call where that gains
// nothing.
// RUN: rm -rf %t.d
// RUN: %hocketcc -O2 --no-fallback --soc=generic-4 --cores=2 -ffp-contract=off -Rhocket=loop-interchanged --emit=%t.d %s -o %t 2>&1 | %FileCheck --check-prefix=SAID %s
// RUN: %FileCheck %s --input-file=%t.d/helpers.c
// RUN: %hocketcc -O2 --no-fallback --soc=generic-4 --cores=2 -ffp-contract=off -Rhocket=loop-interchanged --no-inlining %s -o %t 2>&1 | %FileCheck --check-prefix=CALLS --allow-empty %s
#include <stdio.h>
#include <stdlib.h>

struct matrix {
  int rows, columns;
  double *data;
};
#define AT(m, i, j) ((m)->data[(size_t)(i) * (m)->columns + (j)])

static double dot(const struct matrix *m, int a, int b) {
  double s = 0;
  int i;
  for (i = 0; i < m->rows; i++)
    s += AT(m, i, a) * AT(m, i, b);
  return s;
}

static void minus(struct matrix *m, int to, int from, double f) {
  int i;
  for (i = 0; i < m->rows; i++)
    AT(m, i, to) -= f * AT(m, i, from);
}

static double total(const double *row, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += row[i];
  return s;
}

// CALLS-NOT: remark
// CHECK-LABEL: static void orthogonal(
// CHECK-NOT: dot(
// CHECK: ht_dot_1_1[j - ht_j_1] = (ht_s_1[j - ht_j_1]);
static void orthogonal(struct matrix *q, struct matrix *r) {
  for (int k = 0; k < q->columns; k++)
    // SAID: [[#@LINE+1]]:5: remark: loop is interchanged
    for (int j = k + 1; j < q->columns; j++) {
      double p = dot(q, k, j);
      AT(r, k, j) = p;
      minus(q, j, k, p);
    }
}

// The sums run along rows as it is.
// CHECK-LABEL: static void totals(
// CHECK: total(&
static void totals(const struct matrix *m, double *sums) {
  for (int i = 0; i < m->rows; i++)
    sums[i] = 3 * total(&AT(m, i, 0), 8);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 300;
  struct matrix q = {n, n, calloc((size_t)n * n, sizeof(double))};
  struct matrix r = {n, n, calloc((size_t)n * n, sizeof(double))};
  double *sums = calloc(n, sizeof(double));
  for (int i = 0; i < n * n; i++)
    q.data[i] = i % 17;
  orthogonal(&q, &r);
  totals(&q, sums);
  printf("%g %g\n", r.data[n + 2], sums[3]);
  return 0;
}
