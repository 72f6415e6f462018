/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes a grey image of any size for the examples.
 *
 *   generate_image WIDTH HEIGHT out.pgm             a landscape: sky, ridges, a
 * lake generate_image WIDTH HEIGHT out.pgm photo.pgm   the photograph, mirrored
 * at its edges until the size is filled
 *
 * Both get the noise of a camera's sensor. Everything comes from integer hashes
 * and a fixed sequence of additions, so the same arguments give the same bytes.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct photo {
  int width;
  int height;
  unsigned char *pixels;
};

static uint32_t hash2(uint32_t x, uint32_t y, uint32_t seed) {
  uint32_t h = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ seed * 0xc2b2ae3du;
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  h ^= h >> 12;
  h *= 0x297a2d39u;
  h ^= h >> 15;
  return h;
}

/* Value noise in [0, 1), smooth between the points of the integer grid. */
static double smoothNoise(double x, double y, uint32_t seed) {
  double fx = floor(x), fy = floor(y);
  uint32_t ix = (uint32_t)(int32_t)fx, iy = (uint32_t)(int32_t)fy;
  double tx = x - fx, ty = y - fy;
  double a = hash2(ix, iy, seed) / 4294967296.0;
  double b = hash2(ix + 1, iy, seed) / 4294967296.0;
  double c = hash2(ix, iy + 1, seed) / 4294967296.0;
  double d = hash2(ix + 1, iy + 1, seed) / 4294967296.0;

  tx = tx * tx * (3 - 2 * tx);
  ty = ty * ty * (3 - 2 * ty);
  return (a + (b - a) * tx) * (1 - ty) + (c + (d - c) * tx) * ty;
}

static double fractalNoise(double x, double y, int octaves, uint32_t seed) {
  double sum = 0, amplitude = 0.5;
  for (int i = 0; i < octaves; i++) {
    sum += amplitude * smoothNoise(x, y, seed + (uint32_t)i);
    x *= 2.03;
    y *= 2.03;
    amplitude *= 0.5;
  }
  return sum;
}

/* Brightness of the landscape at (u, v), both in units of the image's height.
 */
static double landscape(double u, double v) {
  double light =
      205 - 70 * v + 50 * (fractalNoise(u * 2.2, v * 6, 6, 11) - 0.5);

  for (int ridge = 0; ridge < 4; ridge++) {
    double scale = 1.6 + ridge * 1.3;
    double crest = 0.34 + 0.12 * ridge -
                   (0.30 - 0.05 * ridge) *
                       (fractalNoise(u * scale, ridge * 7.3, 9, 29) - 0.45);
    if (v > crest) {
      double texture = fractalNoise(u * 34 * scale, (v - crest) * 60, 5,
                                    47 + (uint32_t)ridge);
      light = 150 - 33 * ridge + 70 * (texture - 0.5) - 60 * (v - crest);
    }
  }
  if (v > 0.86) {
    double ripple = fractalNoise(u * 9, v * 160, 4, 83);
    light = 88 + 120 * (ripple - 0.45) + 40 * (v - 0.86);
  }
  return light;
}

static int mirror(int i, int n) {
  int period = 2 * n;
  i %= period;
  return i < n ? i : period - 1 - i;
}

static struct photo readPgm(const char *path) {
  struct photo photo = {0, 0, NULL};
  int maxval = 0;
  FILE *file = fopen(path, "rb");

  if (!file ||
      fscanf(file, "P5 %d %d %d", &photo.width, &photo.height, &maxval) != 3 ||
      maxval != 255 || photo.width < 1 || photo.height < 1) {
    fprintf(stderr, "generate_image: %s: not an 8 bit binary PGM file\n", path);
    exit(1);
  }
  fgetc(file);
  size_t size = (size_t)photo.width * (size_t)photo.height;
  photo.pixels = malloc(size);
  if (!photo.pixels || fread(photo.pixels, 1, size, file) != size) {
    fprintf(stderr, "generate_image: %s: cannot read the pixels\n", path);
    exit(1);
  }
  fclose(file);
  return photo;
}

int main(int argc, char **argv) {
  if (argc < 4 || argc > 5 || atoi(argv[1]) < 1 || atoi(argv[2]) < 1) {
    fprintf(stderr, "usage: generate_image WIDTH HEIGHT out.pgm [photo.pgm]\n");
    return 2;
  }
  int width = atoi(argv[1]), height = atoi(argv[2]);
  struct photo photo = {0, 0, NULL};
  if (argc == 5)
    photo = readPgm(argv[4]);

  unsigned char *pixels = malloc((size_t)width * (size_t)height);
  if (!pixels) {
    fprintf(stderr, "generate_image: out of memory\n");
    return 1;
  }
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      uint32_t h = hash2((uint32_t)x, (uint32_t)y, 5);
      double grain =
          ((h & 255) + (h >> 8 & 255) + (h >> 16 & 255) + (h >> 24)) / 1020.0 -
          0.5;
      double light =
          photo.pixels
              ? photo.pixels[(size_t)mirror(y, photo.height) * photo.width +
                             mirror(x, photo.width)]
              : landscape((double)x / height, (double)y / height);
      light += 9 * grain;
      pixels[(size_t)y * width + x] =
          (unsigned char)(light < 0     ? 0
                          : light > 255 ? 255
                                        : light + 0.5);
    }
  }

  FILE *out = fopen(argv[3], "wb");
  if (!out || fprintf(out, "P5\n%d %d\n255\n", width, height) < 0 ||
      fwrite(pixels, (size_t)width, (size_t)height, out) != (size_t)height ||
      fclose(out) != 0) {
    fprintf(stderr, "generate_image: cannot write %s\n", argv[3]);
    return 1;
  }
  free(photo.pixels);
  free(pixels);
  return 0;
}
