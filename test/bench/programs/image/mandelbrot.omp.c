// SPDX-License-Identifier: Apache-2.0
// The Mandelbrot set, coloured by the number of steps until escape.
//
// SMALL: 40 30 60
//
// All points are independent; their work differs by orders of magnitude and is
// not known before.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  unsigned char r, g, b;
} Colour;

static int steps(double cr, double ci, int limit) {
  double zr = 0.0, zi = 0.0;
  int n = 0;
  while (n < limit && zr * zr + zi * zi <= 4.0) {
    double t = zr * zr - zi * zi + cr;
    zi = 2.0 * zr * zi + ci;
    zr = t;
    n++;
  }
  return n;
}

static Colour colour(int n, int limit) {
  Colour c = {0, 0, 0};
  if (n < limit) {
    c.r = (unsigned char)(n * 7);
    c.g = (unsigned char)(n * 3);
    c.b = (unsigned char)(255 - n % 256);
  }
  return c;
}

int main(int argc, char **argv) {
  int width = argc > 3 ? atoi(argv[1]) : 1000;
  int height = argc > 3 ? atoi(argv[2]) : 800;
  int limit = argc > 3 ? atoi(argv[3]) : 1000;
  Colour *picture = malloc((size_t)width * height * sizeof *picture);
  if (!picture)
    return 1;
#pragma omp parallel for schedule(dynamic, 4)
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      double cr = -2.2 + 3.0 * x / width, ci = -1.1 + 1.9 * y / height;
      picture[y * width + x] = colour(steps(cr, ci, limit), limit);
    }
  unsigned hash = 0;
  for (int i = 0; i < width * height; i++)
    hash = hash * 31 + picture[i].r + 256 * picture[i].g + 65536 * picture[i].b;
  printf("hash %08x\n", hash);
  free(picture);
  return 0;
}
