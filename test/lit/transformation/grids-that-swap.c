// Two grids behind structs that change places from call to call: their cells
// are one area only if the structs are one, which the entry tests.
// RUN: rm -rf %t.d
// RUN: %hocketcc -O2 -ffp-contract=off --no-inlining --soc=generic-4 --cores=1 -Rhocket=loop-interchanged --emit=%t.d %s -o %t 2>&1 | %FileCheck --check-prefix=SAID %s
// RUN: %FileCheck %s --input-file=%t.d/grids-that-swap.c
#include <stdio.h>
#include <stdlib.h>

struct grid {
  int width, height;
  double *cell;
};

// CHECK: static void turn(
// CHECK: if (((const char *)({{.*}}) != (const char *)({{.*}})))
static void turn(const struct grid *from, struct grid *to) {
  int n = from->width;
  // SAID: [[#@LINE+1]]:3: remark: loop is interchanged
  for (int x = 0; x < n; x++)
    for (int y = 0; y < n; y++)
      to->cell[y * n + x] = 0.5 * from->cell[y * n + x] + to->cell[y * n + x];
}

int main(int argc, char **argv) {
  (void)argv;
  int n = 500 + argc;
  struct grid a = {n, n, calloc((size_t)n * n, sizeof(double))};
  struct grid b = {n, n, calloc((size_t)n * n, sizeof(double))};
  if (!a.cell || !b.cell)
    return 1;
  for (int i = 0; i < 100; i++)
    a.cell[i * 7] = i;
  for (int i = 0; i < 5; i++) {
    turn(&a, &b);
    turn(&b, &a);
  }
  printf("%.17g\n", a.cell[77]);
  return 0;
}
