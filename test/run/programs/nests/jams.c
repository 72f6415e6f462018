// SPDX-License-Identifier: Apache-2.0
//
// Iterations side by side in the innermost loop: what is left of each jammed
// loop, triangles, scalars of jammed iterations, chains, iterators of other
// types, and orders that a jam would break.
// HOCKETCC: --always-transform
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { Most = 90 };

struct matrix {
  int rows, columns;
  double *values;
};

static double at[Most][Most], by[Most][Most], to[Most][Most];
static double sums[Most], others[Most];
static long counts[Most][Most];

static void fill(int seed) {
  for (int i = 0; i < Most; i++) {
    sums[i] = 0.25 * (i % 7);
    others[i] = 1.0 / (i + seed);
    for (int j = 0; j < Most; j++) {
      at[i][j] = (i * 7 + j * 3 + seed) % 101 / 3.0;
      by[i][j] = (i * 5 - j + seed) % 97 / 7.0;
      to[i][j] = (i + j) % 13 - 6.5;
      counts[i][j] = (i ^ j) + seed;
    }
  }
}

static void show(const char *name) {
  double all = 0;
  unsigned long count = 0;
  for (int i = 0; i < Most; i++) {
    all = all * 0.75 + sums[i] + others[i];
    for (int j = 0; j < Most; j++) {
      all = all * 0.99 + to[i][j] + at[i][j] / 3 + by[i][j] / 5;
      count = count * 31 + (unsigned long)counts[i][j];
    }
  }
  printf("%s %.17g %lu\n", name, all, count);
}

// Scalars, and something left of three loops.
static void product(int n, int m, int l) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double sum = to[i][j];
      for (int k = 0; k < l; k++)
        sum += at[i][k] * by[k][j];
      to[i][j] = sum;
    }
}

// The value of an outer iteration, used in the innermost loop.
static void scaled(int n, int m, int l) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < l; k++) {
      double factor = at[i][k] * 0.5 + k;
      for (int j = 0; j < m; j++)
        to[i][j] += factor * by[k][j];
    }
}

static void triangle(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        to[i][j] += at[i][k] * by[k][j];
}

// Chains, several at once.
static void chains(int n, int m) {
  for (int i = 0; i < n; i++) {
    double sum = others[i];
    for (int j = 0; j < m; j++)
      sum += at[i][j] * sums[j];
    others[i] = sum;
  }
}

static void both_ways(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      sums[j] += at[i][j] * 0.5;
      others[i] += by[i][j] * 0.25;
    }
}

// In place: row i takes rows before, which have to be complete.
static void substitute(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      for (int j = 0; j < m; j++)
        to[i][j] -= at[i][k] * to[k][j] * 0.0625;
}

static void shifted(int n, int m) {
  for (int i = 1; i < n; i++)
    for (int k = 0; k < m; k++)
      for (int j = 0; j < n - 1; j++)
        to[i][j] = to[i - 1][j + 1] * 0.5 + at[i][k] * by[k][j] * 0.125;
}

static void of_unsigned(unsigned n, size_t m, long l) {
  for (unsigned i = 0; i < n; i++)
    for (long k = 0; k < l; k++)
      for (size_t j = 0; j < m; j++)
        counts[i][j] += (long)(i * 3 - k) * counts[k][j] % 1001;
}

static void beginning(int lo, int hi, int m) {
  for (int i = lo; i < hi; i++)
    for (int j = 0; j < m; j++)
      others[i - lo] += at[i - lo][j] * sums[j];
}

// The last piece would not fit its counter.
static void at_the_end(int most, int m) {
  for (int i = most - 20; i < most; i++)
    for (int k = 0; k < m; k++)
      for (int j = 0; j < m; j++)
        to[i - (most - 20)][j] += at[i - (most - 20)][k] * by[k][j];
}

static void members(const struct matrix *a, const struct matrix *b,
                    struct matrix *c) {
  for (int i = 0; i < a->rows; i++)
    for (int k = 0; k < a->columns; k++)
      for (int j = 0; j < b->columns; j++)
        c->values[i * c->columns + j] +=
            a->values[i * a->columns + k] * b->values[k * b->columns + j];
}

static void with_matrices(int n, int m, int isSame) {
  double *values = malloc(3 * Most * Most * sizeof *values);
  for (int i = 0; i < 3 * Most * Most; i++)
    values[i] = (i % 89) / 9.0 - 3;
  struct matrix a = {n, m, values},
                b = {m, n, isSame ? values + 5 : values + Most * Most},
                c = {n, n, isSame ? values + 2 : values + 2 * Most * Most};
  members(&a, &b, &c);
  double all = 0;
  for (int i = 0; i < 3 * Most * Most; i++)
    all = all * 0.999 + values[i];
  printf("matrices %d %d %d %.17g\n", n, m, isSame, all);
  free(values);
}

int main(int argc, char **argv) {
  int sizes[] = {0, 1, 3, 4, 5, 7, 8, 17, 66, 67, 87};
  int more = argc > 5 ? atoi(argv[1]) : 0;
  for (int s = 0; s < 11; s++)
    for (int t = 0; t < 11; t += 2) {
      int n = sizes[s] + more, m = sizes[10 - t] + more,
          l = sizes[(s + t) % 11];
      fill(n + m);
      product(n, m, l);
      show("product");
      scaled(n, m, l);
      show("scaled");
      triangle(n, m);
      show("triangle");
      chains(n, m);
      both_ways(n, m);
      show("chains");
      substitute(n, m);
      shifted(n, m);
      show("in place");
      of_unsigned(n, m, l);
      show("unsigned");
      beginning(-n / 2, n - n / 2, m);
      show("beginning");
      with_matrices(n, m % 40, 0);
      with_matrices(n % 30, m % 30, 1);
    }
  fill(1);
  at_the_end(INT_MAX, 17);
  at_the_end(INT_MAX - 1, 67);
  at_the_end(INT_MAX - 4, 66);
  at_the_end(100, 66);
  show("end");
  return 0;
}
