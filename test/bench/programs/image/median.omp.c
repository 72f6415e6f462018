// SPDX-License-Identifier: Apache-2.0
// A 5 x 5 median filter on a noisy picture, by insertion into a sorted window.
//
// SMALL: -DWIDTH=60 -DHEIGHT=44
//
// All pixels are independent; each sorts its window in an array of its own.
#include <stdio.h>

#ifndef WIDTH
#define WIDTH 2560
#define HEIGHT 1920
#endif

enum { Radius = 2, Window = (2 * Radius + 1) * (2 * Radius + 1) };

static unsigned char noisy[HEIGHT][WIDTH], clean[HEIGHT][WIDTH];

static void draw(void) {
  unsigned state = 3;
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      state = state * 1664525u + 1013904223u;
      noisy[y][x] = (x + 2 * y) / 16 % 200;
      if (state >> 28 == 0)
        noisy[y][x] = state >> 20 & 1 ? 255 : 0;
    }
}

static unsigned char median(int y, int x) {
  unsigned char sorted[Window];
  int n = 0;
  for (int dy = -Radius; dy <= Radius; dy++)
    for (int dx = -Radius; dx <= Radius; dx++) {
      int yy = y + dy, xx = x + dx;
      if (yy < 0 || yy >= HEIGHT || xx < 0 || xx >= WIDTH)
        continue;
      unsigned char v = noisy[yy][xx];
      int at = n++;
      while (at > 0 && sorted[at - 1] > v) {
        sorted[at] = sorted[at - 1];
        at--;
      }
      sorted[at] = v;
    }
  return sorted[n / 2];
}

int main(void) {
  draw();
#pragma omp parallel for schedule(static)
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      clean[y][x] = median(y, x);
  long changed = 0;
  unsigned hash = 0;
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      changed += clean[y][x] != noisy[y][x];
      hash = hash * 31 + clean[y][x];
    }
  printf("%ld pixels changed, hash %08x\n", changed, hash);
  return 0;
}
