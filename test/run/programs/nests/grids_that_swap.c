// SPDX-License-Identifier: Apache-2.0
//
// Two grids that change places from call to call, and one that is both.
// HOCKETCC: --always-transform
#include <stdio.h>
#include <stdlib.h>

struct grid {
  int width, height;
  double *cell;
};

__attribute__((noinline)) static void turn(const struct grid *from,
                                           struct grid *to) {
  int n = from->width;
  for (int x = 1; x < n; x++)
    for (int y = 0; y + 1 < n; y++)
      to->cell[y * n + x] +=
          0.5 * from->cell[y * n + x - 1] - from->cell[(y + 1) * n + x];
}

__attribute__((noinline)) static void mirror(const struct grid *from,
                                             struct grid *to) {
  for (int x = 0; x < to->width; x++)
    for (int y = 0; y < to->height; y++) {
      int from_y = from->height - 1 - y;
      if (from_y >= 3)
        to->cell[y * to->width + x] += from->cell[from_y * from->width + x];
    }
}

static void show(const struct grid *g) {
  double sum = 0;
  for (int i = 0; i < g->width * g->height; i++)
    sum = sum * 0.9375 + g->cell[i];
  printf("%.17g\n", sum);
}

int main(int argc, char **argv) {
  (void)argv;
  int n = 69 + argc;
  struct grid a = {n, n, malloc(sizeof(double) * n * n)};
  struct grid b = {n, n, malloc(sizeof(double) * n * n)};
  for (int i = 0; i < n * n; i++) {
    a.cell[i] = i % 17 / 4.0;
    b.cell[i] = i % 23 / 8.0;
  }
  struct grid *pairs[][2] = {{&a, &b}, {&b, &a}, {&a, &a}, {&b, &b}};
  for (int i = 0; i < 4; i++) {
    turn(pairs[i][0], pairs[i][1]);
    show(&a);
    show(&b);
    mirror(pairs[i][0], pairs[i][1]);
    show(&a);
    show(&b);
  }
  turn(&a, &a);
  mirror(&b, &b);
  show(&a);
  show(&b);
  free(a.cell);
  free(b.cell);
  return 0;
}
