// SPDX-License-Identifier: Apache-2.0
//
// Members that a nest loads become variables of its own, and pointers that lead
// to areas of their own `restrict`: not where another way leads there, too.
#include <stdio.h>
#include <stdlib.h>

struct grid {
  int rows;
  int columns;
  unsigned wide;
  short pad;
  unsigned narrow : 7;
  double *from, *to, *third;
  const float *weight;
};

static void fill(double *to, int count, int seed) {
  for (int i = 0; i < count; i++)
    to[i] = (i * seed) % 17 - 8;
}

// Columns of all: the sizes and pointers are all behind one pointer.
__attribute__((noinline)) static void sums(struct grid *g) {
  for (int j = 0; j < g->columns; j++) {
    double s = 0;
    for (int i = 0; i < g->rows; i++)
      s += g->from[i * g->columns + j] * g->weight[i];
    g->to[j] += s;
  }
}

// The third pointer may lead where the others do, and is only read.
__attribute__((noinline)) static void three(const struct grid *g) {
  for (int j = 0; j < g->columns; j++)
    for (int i = 0; i < g->rows; i++)
      g->to[j] += g->from[i * g->columns + j] + g->third[i * g->columns + j];
}

static double *everywhere;
__attribute__((noinline)) static double at(const struct grid *g, int i) {
  return g->from[i] + everywhere[i];
}

// What is called follows the pointers by itself.
__attribute__((noinline)) static void called(const struct grid *g) {
  for (int j = 0; j < g->columns; j++)
    for (int i = 0; i < g->rows; i++)
      g->to[i * g->columns + j] =
          g->from[i * g->columns + j] * 2 + at(g, i * g->columns + j);
}

// The bound itself changes on the way.
__attribute__((noinline)) static void shrinks(struct grid *g) {
  for (int j = 0; j < 80; j++)
    for (int i = 0; i < g->rows; i++) {
      g->to[i * 80 + j] += g->from[i * 80 + j];
      if (i == 70 && j == 40)
        g->rows = 75;
    }
}

// A narrow member, and a bit-field, keep their types.
__attribute__((noinline)) static void narrow(const struct grid *g) {
  for (int j = 0; j < g->columns; j++)
    for (int i = 0; i < g->rows; i++)
      g->to[i * g->columns + j] =
          g->from[i * g->columns + j] + g->pad * 2 + ~g->narrow / 4 +
          (int)sizeof(g->columns) + (g->wide - 200 > 5);
}

// By way of a pointer to a row.
__attribute__((noinline)) static void rows(const struct grid *g) {
  for (int j = 0; j < g->columns; j++)
    for (int i = 0; i < g->rows; i++) {
      double *row = g->to + i * g->columns;
      const double *other = g->from + i * g->columns;
      row[j] = other[j] - row[j];
    }
}

// By way of another variable, which was there before.
__attribute__((noinline)) static void copies(const struct grid *g, double *to,
                                             const double *from) {
  double *again = to + 3, *loaded = g->to;
  for (int j = 0; j < g->columns - 3; j++)
    for (int i = 0; i < g->rows; i++) {
      to[i * g->columns + j] += from[i * g->columns + j];
      again[i * g->columns + j] *= 3;
      loaded[i * g->columns + j] += g->to[i * g->columns + j] - from[j];
    }
}

static void print(const char *what, const double *values, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += values[i] * (i % 31);
  printf("%s %.17g\n", what, sum);
}

int main(void) {
  enum { Rows = 90, Columns = 110, Count = Rows * Columns };
  double *a = malloc(3 * Count * sizeof *a), *b = a + Count, *c = b + Count;
  float *weight = malloc(Rows * sizeof *weight);
  fill(a, 3 * Count, 5);
  for (int i = 0; i < Rows; i++)
    weight[i] = i % 7;
  everywhere = b;
  // Apart, the same, and half a row further.
  double *tos[] = {b, a, a + 55, c};
  for (int k = 0; k < 4; k++) {
    struct grid g = {Rows, Columns, Columns, -3, 9, a, tos[k], k % 2 ? b : a, weight};
    sums(&g);
    print("sums", a, 3 * Count);
    three(&g);
    print("three", a, 3 * Count);
    called(&g);
    print("called", a, 3 * Count);
    narrow(&g);
    print("narrow", a, 3 * Count);
    rows(&g);
    print("rows", a, 3 * Count);
    copies(&g, b, a);
    copies(&g, tos[k], c);
    print("copies", a, 3 * Count);
    shrinks(&g);
    print("shrinks", a, 3 * Count);
    for (int i = 0; i < 3 * Count; i++)
      a[i] -= (long long)a[i] / 19 * 19;
  }
  free(a);
  free(weight);
  return 0;
}
