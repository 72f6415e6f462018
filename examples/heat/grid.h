/* SPDX-License-Identifier: Apache-2.0
 * A plate's temperatures. */
#ifndef GRID_H
#define GRID_H

struct grid {
  int width;
  int height;
  float *now;  /* height rows of width values, 0 to 255 */
  float *next; /* the same after a step */
};

/* Each returns 0, or -1 after a message on stderr. */
int grid_read(struct grid *grid, const char *path);
int grid_generate(struct grid *grid, int size);
int grid_write(const struct grid *grid, const char *path);
void grid_free(struct grid *grid);

/* Explicit time steps of the heat equation; the rim keeps its temperature. */
void grid_diffuse(struct grid *grid, int steps, float rate);

#endif
