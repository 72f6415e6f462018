// SPDX-License-Identifier: Apache-2.0
// Heat on a plate, explicit steps in two grids that change places.
//
// SMALL: 40 30 9
//
// The points of a step are independent, steps follow one another. A chunk of
// rows needs of the step before only itself and the rows beside it.
#include <stdio.h>
#include <stdlib.h>

static double *grid(int rows, int columns) {
  double *g = calloc((size_t)rows * columns, sizeof *g);
  if (!g) {
    perror("heat2d");
    exit(1);
  }
  return g;
}

static void step(int rows, int columns, const double *restrict from,
                 double *restrict to) {
#pragma omp for schedule(static)
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < columns - 1; j++) {
      int at = i * columns + j;
      to[at] = from[at] + 0.2 * (from[at - columns] + from[at + columns] +
                                 from[at - 1] + from[at + 1] - 4.0 * from[at]);
    }
}

int main(int argc, char **argv) {
  int rows = argc > 3 ? atoi(argv[1]) : 500;
  int columns = argc > 3 ? atoi(argv[2]) : 600;
  int steps = argc > 3 ? atoi(argv[3]) : 6000;
  double *now = grid(rows, columns), *next = grid(rows, columns);
  for (int j = 0; j < columns; j++)
    now[j] = next[j] = 100.0;
  for (int i = 1; i < rows; i++)
    now[i * columns] = next[i * columns] = 50.0 - 50.0 * i / rows;
#pragma omp parallel
  {
    double *from = now, *to = next;
    for (int s = 0; s < steps; s++) {
      step(rows, columns, from, to);
      double *t = from;
      from = to;
      to = t;
    }
#pragma omp single
    now = from, next = to;
  }
  double sum = 0.0;
  for (int i = 0; i < rows * columns; i++)
    sum += now[i];
  printf("sum %.17g, middle %.17g\n", sum,
         now[rows / 2 * columns + columns / 2]);
  free(now);
  free(next);
  return 0;
}
