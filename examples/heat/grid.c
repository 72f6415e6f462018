/* SPDX-License-Identifier: Apache-2.0 */
#include "grid.h"

#include <stdio.h>
#include <stdlib.h>

static int allocate(struct grid *grid, int width, int height) {
  size_t cells = (size_t)width * (size_t)height;

  grid->width = width;
  grid->height = height;
  grid->now = calloc(cells, sizeof *grid->now);
  grid->next = calloc(cells, sizeof *grid->next);
  if (!grid->now || !grid->next) {
    fprintf(stderr, "out of memory for a grid of %d x %d\n", width, height);
    grid_free(grid);
    return -1;
  }
  return 0;
}

void grid_free(struct grid *grid) {
  free(grid->now);
  free(grid->next);
  grid->now = grid->next = NULL;
}

int grid_generate(struct grid *grid, int size) {
  int x, y;

  if (allocate(grid, size, size) != 0)
    return -1;
  for (y = 0; y < size; y++) {
    for (x = 0; x < size; x++) {
      int hot = (x / 16 + y / 16) % 5 == 0,
          cold = (x / 40) % 3 == 1 && (y / 24) % 4 == 2;
      grid->now[y * size + x] = hot ? 255.0f : cold ? 0.0f : 96.0f;
    }
  }
  return 0;
}

int grid_read(struct grid *grid, const char *path) {
  FILE *file = fopen(path, "rb");
  unsigned char *row = NULL;
  int width, height, maxval, x, y, status = -1;

  if (!file) {
    perror(path);
    return -1;
  }
  if (fscanf(file, "P5 %d %d %d", &width, &height, &maxval) != 3 || width < 3 ||
      height < 3 || width > 30000 || height > 30000 || maxval != 255) {
    fprintf(stderr, "%s: not an 8 bit binary PGM file of at least 3 x 3\n",
            path);
    fclose(file);
    return -1;
  }
  fgetc(file);
  row = malloc((size_t)width);
  if (row && allocate(grid, width, height) == 0) {
    status = 0;
    for (y = 0; y < height && status == 0; y++) {
      if (fread(row, 1, (size_t)width, file) != (size_t)width) {
        fprintf(stderr, "%s: file is too short\n", path);
        grid_free(grid);
        status = -1;
        break;
      }
      for (x = 0; x < width; x++)
        grid->now[y * width + x] = (float)row[x];
    }
  }
  free(row);
  fclose(file);
  return status;
}

int grid_write(const struct grid *grid, const char *path) {
  FILE *file = fopen(path, "wb");
  int i, failed, cells = grid->width * grid->height;

  if (!file) {
    perror(path);
    return -1;
  }
  failed = fprintf(file, "P5\n%d %d\n255\n", grid->width, grid->height) < 0;
  for (i = 0; i < cells && !failed; i++)
    failed = fputc((int)(grid->now[i] + 0.5f), file) == EOF;
  failed |= fclose(file) != 0;
  if (failed)
    fprintf(stderr, "%s: write error\n", path);
  return failed ? -1 : 0;
}
