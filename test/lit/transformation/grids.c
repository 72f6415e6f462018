// A grid behind a struct whose width is not the loop's bound, read by a small
// function under conditions: the entry tests that rows do not run into each
// other, and that the two grids are two.
// RUN: rm -rf %t.d
// RUN: %hocketcc -O2 -ffp-contract=off --no-inlining --soc=generic-4 --cores=1 -Rhocket=loop-interchanged --emit=%t.d %s -o %t 2>&1 | %FileCheck --check-prefix=SAID %s
// RUN: %FileCheck %s --input-file=%t.d/grids.c
#include <stdio.h>
#include <stdlib.h>

struct grid {
  int width, height;
  double *cell;
};

static struct grid make(int n) {
  struct grid g = {n, n, calloc((size_t)n * n, sizeof(double))};
  if (!g.cell)
    exit(1);
  return g;
}
static inline size_t at(const struct grid *g, int x, int y) {
  return (size_t)y * g->width + x;
}
static inline double get(const struct grid *g, int x, int y) {
  return g->cell[at(g, x, y)];
}

// CHECK: static void step(
// CHECK: int ht_n_[[W:[0-9]+]] = (*(int const *)((const char *)(to) + 0));
// CHECK: if (((const char *)({{.*}}) != (const char *)({{.*}})) && ({{.*}} >= 0 && {{.*}} + 8 <= {{.*}}))
static void step(const struct grid *from, struct grid *to) {
  // SAID: [[#@LINE+1]]:3: remark: loop is interchanged
  for (int x = 0; x < from->width; x++)
    for (int y = 0; y < from->height; y++) {
      double s = get(from, x, y);
      if (x > 0)
        s += get(from, x - 1, y);
      to->cell[at(to, x, y)] = 0.5 * s;
    }
}

int main(int argc, char **argv) {
  (void)argv;
  struct grid a = make(500 + argc), b = make(500 + argc);
  for (int i = 0; i < 100; i++)
    a.cell[i * 7] = i;
  for (int i = 0; i < 20; i++) {
    step(&a, &b);
    struct grid t = a;
    a = b;
    b = t;
  }
  printf("%.17g\n", a.cell[77]);
  return 0;
}
