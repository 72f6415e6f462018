// SPDX-License-Identifier: Apache-2.0
// Block motion search between pictures of a film: for each block the shift with
// the smallest sum of absolute differences.
//
// SMALL: -DWIDTH=64 -DHEIGHT=48 -DFRAMES=3
//
// All blocks are independent; within a block the best shift is a selection.
#include <stdio.h>
#include <stdlib.h>

#ifndef WIDTH
#define WIDTH 640
#define HEIGHT 480
#define FRAMES 30
#endif

enum { Block = 16, Range = 8, Columns = WIDTH / Block, Rows = HEIGHT / Block };

typedef struct {
  signed char dx, dy;
  int cost;
} Vector;

static unsigned char film[FRAMES][HEIGHT][WIDTH];
static Vector motion[FRAMES][Rows][Columns];

static void shoot(void) {
  for (int f = 0; f < FRAMES; f++)
    for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++) {
        int u = x + 3 * f, v = y - 2 * f;
        film[f][y][x] =
            (unsigned char)((u * u / 16 + v * v / 8 + u * v / 32) % 251);
      }
}

static int difference(const unsigned char a[HEIGHT][WIDTH],
                      const unsigned char b[HEIGHT][WIDTH], int y, int x,
                      int dy, int dx) {
  int sum = 0;
  for (int i = 0; i < Block; i++)
    for (int j = 0; j < Block; j++)
      sum += abs(a[y + i][x + j] - b[y + dy + i][x + dx + j]);
  return sum;
}

static Vector search(const unsigned char now[HEIGHT][WIDTH],
                     const unsigned char before[HEIGHT][WIDTH], int y, int x) {
  Vector best = {0, 0, difference(now, before, y, x, 0, 0)};
  for (int dy = -Range; dy <= Range; dy++)
    for (int dx = -Range; dx <= Range; dx++) {
      if (y + dy < 0 || y + dy + Block > HEIGHT || x + dx < 0 ||
          x + dx + Block > WIDTH)
        continue;
      int cost = difference(now, before, y, x, dy, dx);
      if (cost < best.cost)
        best = (Vector){(signed char)dx, (signed char)dy, cost};
    }
  return best;
}

int main(void) {
  shoot();
#pragma omp parallel for collapse(2) schedule(static)
  for (int f = 1; f < FRAMES; f++)
    for (int r = 0; r < Rows; r++)
      for (int c = 0; c < Columns; c++)
        motion[f][r][c] = search(film[f], film[f - 1], r * Block, c * Block);
  long cost = 0;
  int dx = 0, dy = 0;
  for (int f = 1; f < FRAMES; f++)
    for (int r = 0; r < Rows; r++)
      for (int c = 0; c < Columns; c++) {
        cost += motion[f][r][c].cost;
        dx += motion[f][r][c].dx;
        dy += motion[f][r][c].dy;
      }
  printf("cost %ld, shifts %d %d\n", cost, dx, dy);
  return 0;
}
