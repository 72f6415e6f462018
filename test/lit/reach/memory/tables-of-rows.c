// Rows of two tables behind members, which are exchanged: what one table holds
// another one has too only if they are the same, and the entry sees whether
// they are.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

struct grid {
  double **now, **next;
};
static int n, m;

static double **table(void) {
  double **t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    t[i] = calloc(m, sizeof **t);
  return t;
}

// CHECK: [[#@LINE+2]]:3 same: doall [loop-doall] loop is DOALL: its iterations are independent{{ *$}}
static void same(struct grid *g) {
  for (int i = 0; i < n; i++)
    // CHECK: [[#@LINE+1]]:5 same: doall
    for (int j = 0; j < m; j++)
      g->next[i][j] += g->now[i][j];
}

// CHECK: [[#@LINE+2]]:3 step: doall [loop-doall] loop is DOALL: its iterations are independent if 'g->next' and 'g->now' do not overlap
static void step(struct grid *g) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < m; j++)
      g->next[i][j] = g->now[i - 1][j] + g->now[i + 1][j];
}

int main(int argc, char **argv) {
  n = atoi(argv[1]);
  m = atoi(argv[2]);
  struct grid g;
  double ***all[] = {&g.now, &g.next};
  for (int i = 0; i < 2; i++)
    *all[i] = table();
  for (int i = 0; i < argc; i++) {
    same(&g);
    step(&g);
    double **t = g.now;
    g.now = g.next;
    g.next = t;
  }
  printf("%f\n", g.now[1][1]);
  return 0;
}
