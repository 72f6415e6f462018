// SPDX-License-Identifier: Apache-2.0
// Conway's life on a torus, one byte a cell.
//
// SMALL: -DROWS=30 -DCOLUMNS=40 -DSTEPS=9
//
// The cells of a generation are independent; rows and columns wrap around.
#include <stdio.h>
#include <string.h>

#ifndef ROWS
#define ROWS 1000
#define COLUMNS 1200
#define STEPS 200
#endif

static unsigned char world[ROWS][COLUMNS], next[ROWS][COLUMNS];

static void seed(void) {
  unsigned state = 2024;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      state = state * 1103515245u + 12345u;
      world[i][j] = (state >> 16) % 3 == 0;
    }
}

static void generation(void) {
  for (int i = 0; i < ROWS; i++) {
    int up = (i + ROWS - 1) % ROWS, down = (i + 1) % ROWS;
    for (int j = 0; j < COLUMNS; j++) {
      int left = j == 0 ? COLUMNS - 1 : j - 1,
          right = j == COLUMNS - 1 ? 0 : j + 1;
      int around = world[up][left] + world[up][j] + world[up][right] +
                   world[i][left] + world[i][right] + world[down][left] +
                   world[down][j] + world[down][right];
      next[i][j] = around == 3 || (around == 2 && world[i][j]);
    }
  }
  memcpy(world, next, sizeof world);
}

int main(void) {
  seed();
  for (int s = 0; s < STEPS; s++)
    generation();
  long alive = 0;
  unsigned hash = 0;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      alive += world[i][j];
      hash = hash * 31 + world[i][j];
    }
  printf("%ld alive, hash %08x\n", alive, hash);
  return 0;
}
