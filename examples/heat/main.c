/* SPDX-License-Identifier: Apache-2.0 */
#include "grid.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  struct grid grid;
  double sum = 0.0;
  int size, steps, i, status;

  if (argc != 4 || (steps = atoi(argv[2])) < 0) {
    fprintf(stderr, "usage: %s SIZE|in.pgm STEPS out.pgm\n", argv[0]);
    return 2;
  }
  size = atoi(argv[1]);
  if (size >= 3 ? grid_generate(&grid, size) != 0
                : grid_read(&grid, argv[1]) != 0)
    return 1;
  grid_diffuse(&grid, steps, 0.2f);
  for (i = 0; i < grid.width * grid.height; i++)
    sum += (double)grid.now[i];
  printf("%d x %d cells, mean temperature after %d steps %.6f\n", grid.width,
         grid.height, steps, sum / ((double)grid.width * grid.height));
  status = grid_write(&grid, argv[3]) == 0 ? 0 : 1;
  grid_free(&grid);
  return status;
}
