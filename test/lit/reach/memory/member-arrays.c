// What a subscript of a member's array is within: the member. Neither the
// members beside it nor the next struct's are reached, whatever bounds the
// loop has. It holds of that subscript alone, and not of a last member.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdlib.h>
struct part {
  double weight, mean[16], t[16][16], u[16][16], last[4];
};
struct parts {
  int n, dim;
  struct part *g;
};

// CHECK: member-arrays.c:[[#@LINE+2]]:3 transposed: doall [loop-doall]
static void transposed(struct part *g, int dim) {
  for (int i = 0; i < dim; i++)
    for (int j = 0; j < dim; j++)
      g->u[i][j] = g->t[j][i];
}

// CHECK: member-arrays.c:[[#@LINE+2]]:3 each: doall [loop-doall]
static void each(struct part *g, int n, int dim) {
  for (int c = 0; c < n; c++) {
    for (int j = 0; j < 16; j++)
      g[c].mean[j] = 0;
    for (int j = 0; j < dim; j++)
      g[c].mean[j] += j;
  }
}

// CHECK: member-arrays.c:[[#@LINE+2]]:3 through: doall [loop-doall]
static void through(struct parts *m, int n, double **x) {
  for (int c = 0; c < m->n; c++) {
    struct part *g = &m->g[c];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m->dim; j++)
        g->mean[j] += x[i][j];
  }
}

// Nobody takes it for granted, so the entry tests it.
// CHECK: member-arrays.c:[[#@LINE+2]]:3 last: doall [loop-doall] {{.*}} if the subscripts of 'g[c].last[j]' stay
static void last(struct part *g, int n, int dim) {
  for (int c = 0; c < n; c++)
    for (int j = 0; j < dim; j++)
      g[c].last[j] = g[c].weight + j;
}

// The other read of the statement has the same address, and no bound.
// CHECK: member-arrays.c:[[#@LINE+3]]:3 both: sequential
static void both(struct part *g, int n) {
  double *flat = (double *)g;
  for (int c = 0; c < n; c++)
    for (int j = 0; j < 600; j++)
      flat[533 * c + 3] += j < 16 ? g[c].mean[j] : flat[533 * c + 1 + j];
}

int main(int argc, char **argv) {
  struct part *g = calloc(10 + argc, sizeof *g);
  struct parts m = {10, argc, g};
  double **x = malloc(10 * sizeof *x);
  for (int i = 0; i < 10; i++)
    x[i] = calloc(argc, sizeof *x[i]);
  transposed(g, argc);
  each(g, 10, argc);
  through(&m, 10, x);
  last(g, 10, argc);
  both(g, 10);
  return g[argc].mean[argc] + g[0].u[0][argc];
}
