// Functions that reach into a structure: a[y][x] behind get and set.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int width, height;
  double *cells;
} Grid;

static Grid make(int width, int height) {
  Grid g = {width, height, calloc((size_t)width * height, sizeof(double))};
  return g;
}
static double get(const Grid *g, int x, int y) {
  return g->cells[y * g->width + x];
}
static void set(Grid *g, int x, int y, double v) {
  g->cells[y * g->width + x] = v;
}
static double *line(const Grid *g, int y) { return g->cells + y * g->width; }

static void smooth(Grid *to, const Grid *from) {
  // CHECK: [[#@LINE+2]]:3 smooth: doall
  // CHECK: [[#@LINE+2]]:5 smooth: doall
  for (int y = 1; y < to->height; y++)
    for (int x = 0; x < to->width; x++)
      set(to, x, y, get(from, x, y) + get(from, x, y - 1));
  // CHECK: [[#@LINE+2]]:3 smooth: sequential
  // CHECK: [[#@LINE+2]]:5 smooth: doall
  for (int y = 1; y < to->height; y++)
    for (int x = 0; x < to->width; x++)
      set(to, x, y, get(to, x, y) + get(to, x, y - 1));
}

static void lines(Grid *to) {
  // CHECK: [[#@LINE+1]]:3 lines: doall
  for (int y = 0; y < to->height; y++)
    for (int x = 0; x < to->width; x++)
      line(to, y)[x] = y - x;
  // CHECK: [[#@LINE+1]]:3 lines: sequential
  for (int y = 1; y < to->height; y++)
    for (int x = 0; x < to->width; x++)
      line(to, y)[x] += line(to, y - 1)[x];
}

int main(int argc, char **argv) {
  int n = atoi(argv[argc - 1]);
  Grid a = make(n, n), b = make(n, n);
  smooth(&a, &b);
  lines(&a);
  printf("%g\n", get(&a, 1, 2));
}
