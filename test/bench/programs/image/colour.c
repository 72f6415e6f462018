// SPDX-License-Identifier: Apache-2.0
// A colour correction of interleaved RGB pictures: to luminance and colour
// differences, saturation and contrast there, and back.
//
// SMALL: -DWIDTH=40 -DHEIGHT=30 -DPICTURES=3
//
// All pixels are independent; between the pixels and the correction stands the
// mean luminance of the picture, an integer sum.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef WIDTH
#define WIDTH 1920
#define HEIGHT 1080
#define PICTURES 300
#endif

typedef struct {
  uint8_t r, g, b;
} Pixel;

static uint8_t clamp(int v) { return v < 0 ? 0 : v > 255 ? 255 : (uint8_t)v; }

static int luminance(Pixel p) { return (77 * p.r + 150 * p.g + 29 * p.b) >> 8; }

static long mean_luminance(const Pixel *picture, long n) {
  long sum = 0;
  for (long i = 0; i < n; i++)
    sum += luminance(picture[i]);
  return sum / n;
}

static void correct(Pixel *picture, long n, int mean, int contrast,
                    int saturation) {
  for (long i = 0; i < n; i++) {
    Pixel *p = &picture[i];
    int y = luminance(*p);
    int u = (p->b - y) * saturation / 128, v = (p->r - y) * saturation / 128;
    y = mean + (y - mean) * contrast / 128;
    p->r = clamp(y + v);
    p->b = clamp(y + u);
    p->g = clamp(y - (50 * u + 130 * v) / 256);
  }
}

int main(void) {
  long n = (long)WIDTH * HEIGHT;
  Pixel *picture = malloc(n * sizeof *picture);
  if (!picture)
    return 1;
  for (long i = 0; i < n; i++) {
    uint32_t h = (uint32_t)i * 2654435761u;
    picture[i] = (Pixel){h >> 24, (h >> 16) & 255, (i / WIDTH) & 255};
  }
  long means = 0;
  for (int k = 0; k < PICTURES; k++) {
    int mean = (int)mean_luminance(picture, n);
    correct(picture, n, mean, 120 + k % 17, 150 - k);
    means += mean;
  }
  Pixel middle = picture[n / 2];
  printf("means %ld, middle %d %d %d\n", means, middle.r, middle.g, middle.b);
  free(picture);
  return 0;
}
