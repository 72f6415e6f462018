/* SPDX-License-Identifier: Apache-2.0 */
#include "grid.h"

void grid_diffuse(struct grid *grid, int steps, float rate) {
  int width = grid->width, height = grid->height;
  float *now = grid->now, *next = grid->next;
  int step, x, y;

  for (step = 0; step < steps; step++) {
    for (y = 1; y < height - 1; y++)
      for (x = 1; x < width - 1; x++)
        next[y * width + x] =
            now[y * width + x] +
            rate * (now[(y - 1) * width + x] + now[(y + 1) * width + x] +
                    now[y * width + x - 1] + now[y * width + x + 1] -
                    4.0f * now[y * width + x]);
    for (y = 1; y < height - 1; y++)
      for (x = 1; x < width - 1; x++)
        now[y * width + x] = next[y * width + x];
  }
}
