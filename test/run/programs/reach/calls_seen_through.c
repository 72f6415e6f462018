// SPDX-License-Identifier: Apache-2.0
//
// Loops whose bodies are calls: elements, rows and halves of arrays, work
// arrays and results by pointer; beside each the nearest loop that must stay
// in order.
#include "../digest.h"

#include <stdlib.h>
#include <string.h>

#define N 1003

typedef struct {
  int width, height;
  double *cells;
} Grid;

static double a[2 * N], b[2 * N];
static int ticks, limit = 3;
static double *kept;

static void put(double *v, int i, double x) { v[i] = x; }
static double previous(const double *v, int i) { return v[i - 1]; }
static int at(int i, int j, int n) { return i * n + j; }
static double *row(double *v, int i, int n) { return v + (long)i * n; }
static void clear(double *v, int from, int to) {
  for (int i = from; i < to; i++)
    v[i] = from;
}
static void guarded(double *v, int i, int n) {
  if (i >= n)
    return;
  v[i] += 1;
}
static double get(const Grid *g, int x, int y) {
  return g->cells[y * g->width + x];
}
static void set(Grid *g, int x, int y, double v) {
  g->cells[y * g->width + x] = v;
}
static void fill(double *v, double x) {
  for (int k = 0; k < 8; k++)
    v[k] = x * k;
}
static void fillSome(double *v, double x, double most) {
  if (x > most)
    return;
  fill(v, x);
}
static double total(const double *v) {
  double sum = 0;
  for (int k = 0; k < 8; k++)
    sum += v[k];
  return sum;
}
static void split(double x, double *whole, double *rest) {
  *whole = (long)x;
  *rest = x - *whole;
}
static int tick(int i) { return ticks++ + i; }
static void useLimit(double *v, int i) { v[i] = limit; }
static void halve(double *v, int n) {
  n = n / 2;
  v[n] = n + v[n];
}
static void keeps(double x, int i) {
  if (i % 100 == 1)
    kept = &b[i];
  if (kept)
    *kept += x;
  b[i] = x;
}
static double grow(double *s) {
  *s = *s * 0.5 + 1;
  return *s;
}
static void swap(double *x, double *y) {
  double t = *x;
  *x = *y;
  *y = t;
}
static void smooth(double *v, int from, int to) {
  for (int k = 0; k < 5; k++)
    for (int i = from + 1; i < to; i++)
      v[i] = v[i] * 0.5 + v[i - 1] * 0.25;
}

static void reset(void) {
  for (int i = 0; i < 2 * N; i++) {
    a[i] = (i * 37 % 101) * 0.37;
    b[i] = (i * 53 % 97) * 0.21 + 1;
  }
}
static void shown(const char *name) {
  show(name, a, sizeof a);
  show(name, b, sizeof b);
  reset();
}

static void elements(int n) {
  for (int i = 0; i < n; i++)
    put(a, i, i * 0.5);
  for (int i = 1; i < n; i++)
    put(b, i, previous(b, i) + 1);
  shown("elements");
  for (int i = n - 1; i >= 0; i--)
    guarded(a, i, n / 2);
  for (int i = 0; i < n; i++)
    guarded(b, i % 3, 2);
  shown("guarded");
  for (int i = 0; i < n / 10; i++)
    clear(a, 10 * i, 10 * i + 10);
  for (int i = 0; i < n / 10; i++)
    clear(b, 10 * i, 10 * i + 11);
  shown("sections");
}

static void tables(int n) {
  Grid g = {n, n, calloc((size_t)n * n + 1, sizeof(double))};
  Grid h = {n, n, calloc((size_t)n * n + 1, sizeof(double))};
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      g.cells[at(i, j, n)] = i - 2 * j;
  for (int i = 0; i < n; i++) {
    double *r = row(h.cells, i, n);
    for (int j = 0; j < n; j++)
      r[j] = i + j;
  }
  for (int y = 1; y < g.height; y++)
    for (int x = 0; x < g.width; x++)
      set(&g, x, y, get(&h, x, y) + get(&h, x, y - 1));
  for (int y = 1; y < h.height; y++)
    for (int x = 0; x < h.width; x++)
      set(&h, x, y, get(&g, x, y) + get(&h, x, y - 1));
  show("g", g.cells, sizeof(double) * n * n);
  show("h", h.cells, sizeof(double) * n * n);
  free(g.cells);
  free(h.cells);
}

static void buffers(int n) {
  double t[8] = {1, 2, 3}, whole = 7, rest = 9;
  for (int i = 0; i < n; i++) {
    fill(t, b[i]);
    a[i] = total(t);
  }
  show("t", t, sizeof t);
  shown("buffers");
  for (int i = 0; i < n; i++) {
    a[i] = total(t);
    fill(t, b[i]);
  }
  show("t", t, sizeof t);
  shown("buffers after");
  for (int i = 0; i < n; i++) {
    fillSome(t, b[i], 11);
    a[i] = total(t);
  }
  show("t", t, sizeof t);
  shown("some buffers");
  for (int i = 0; i < n; i++) {
    split(b[i], &whole, &rest);
    a[i] = rest * whole;
  }
  printf("%g %g\n", whole, rest);
  shown("results");
  for (int i = 0; i < n; i++) {
    a[i] = rest;
    split(b[i], &whole, &rest);
  }
  printf("%g %g\n", whole, rest);
  shown("results after");
}

static double *pointed;
static void fillPointed(double x) { fill(pointed, x); }

static void behindPointers(double *work, int n) {
  for (int i = 0; i < n; i++) {
    fill(work, b[i]);
    a[i] = total(work);
  }
  show("work", work, 8 * sizeof *work);
  shown("work");
  pointed = work;
  for (int i = 0; i < n; i++) {
    fillPointed(b[i]);
    a[i] = total(pointed);
  }
  show("work", work, 8 * sizeof *work);
  for (int i = 0; i < n; i++) {
    fillPointed(b[i]);
    a[i] = total(work);
  }
  show("work", work, 8 * sizeof *work);
  shown("pointed");
  double t[8], u[8] = {0};
  for (int i = 0; i < n; i++) {
    memset(t, 0, sizeof t);
    t[i & 7] = b[i];
    memcpy(u, t, sizeof u);
    a[i] = total(u);
  }
  show("u", u, sizeof u);
  for (int i = 0; i < n; i++) {
    memcpy(u, b, 7 * sizeof *u);
    a[i] += total(u);
    u[7] += i;
  }
  show("u", u, sizeof u);
  shown("library");
}

static void traps(int n) {
  double s = 3;
  ticks = 0;
  for (int i = 0; i < n; i++)
    a[tick(i)] = i;
  for (int i = 0; i < n; i++) {
    useLimit(b, i);
    limit = i;
  }
  shown("state");
  for (int i = 0; i < n; i++)
    halve(a, i);
  kept = NULL;
  for (int i = 0; i < n; i++)
    keeps(i * 0.5, i);
  shown("parameters");
  for (int i = 0; i < n; i++)
    b[i] = grow(&s);
  for (int i = 0; i < n; i++)
    swap(&a[i], &a[i + 1]);
  shown("pointers");
  int k = 0;
  for (int i = 0; i < n; i++)
    put(a, k++ % 10, grow(&s));
  for (int i = 0; i < n; i++)
    put(i % 2 ? a : b, i / 2, i);
  for (int i = 0; i < n; i++)
    if (i % 3)
      put(a, 0, i);
  shown("arguments");
}

static void halves(int n) {
  smooth(a, 0, n / 2);
  smooth(a, n / 2, n);
  smooth(b, 0, n / 2 + 1);
  smooth(b, n / 2, n);
  shown("halves");
}

int main(void) {
  int sizes[] = {0, 1, 2, 7, 64, 130, N};
  reset();
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    printf("%d\n", sizes[i]);
    elements(sizes[i]);
    tables(sizes[i] / 4);
    buffers(sizes[i]);
    double *work = calloc(8, sizeof *work);
    behindPointers(work, sizes[i]);
    free(work);
    traps(sizes[i]);
    halves(sizes[i]);
  }
  return 0;
}
