// SPDX-License-Identifier: Apache-2.0
// Histogram equalization of a series of grey pictures.
//
// SMALL: -DWIDTH=50 -DHEIGHT=40 -DPICTURES=3
//
// The histogram is a reduction into an array, the map of grey values is
// sequential and short, its application is independent for each pixel.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef WIDTH
#define WIDTH 3000
#define HEIGHT 2000
#define PICTURES 120
#endif

static void draw(unsigned char *picture, int number) {
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      picture[y * WIDTH + x] =
          60 + ((x * y + number * 997) >> 7) % 50 + (x + y + number) % 40;
}

static void histogram(const unsigned char *picture, long n, unsigned *count) {
  memset(count, 0, 256 * sizeof *count);
  for (long i = 0; i < n; i++)
    count[picture[i]]++;
}

static void make_map(const unsigned *count, long n, unsigned char *map) {
  unsigned long sum = 0;
  for (int v = 0; v < 256; v++) {
    sum += count[v];
    map[v] = (unsigned char)((sum * 255 + n / 2) / n);
  }
}

static void apply(unsigned char *picture, long n, const unsigned char *map) {
  for (long i = 0; i < n; i++)
    picture[i] = map[picture[i]];
}

int main(void) {
  long n = (long)WIDTH * HEIGHT;
  unsigned char *picture = malloc(n);
  unsigned count[256];
  unsigned char map[256];
  if (!picture)
    return 1;
  for (int p = 0; p < PICTURES; p++) {
    draw(picture, p);
    histogram(picture, n, count);
    make_map(count, n, map);
    apply(picture, n, map);
    printf("%d: %d %d %d, corner %d, middle %d\n", p, map[64], map[100],
           map[140], picture[0], picture[HEIGHT / 2 * WIDTH + WIDTH / 2]);
  }
  free(picture);
  return 0;
}
