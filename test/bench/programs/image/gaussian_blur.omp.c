// SPDX-License-Identifier: Apache-2.0
// Gaussian blur of a grey picture: a horizontal and a vertical pass, repeated,
// with clamped borders.
//
// SMALL: 70 50 2
//
// The pixels of a pass are independent; rows of the second pass need some rows
// of the first around them.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { Radius = 6, Taps = 2 * Radius + 1 };

static int clamp(int v, int low, int high) {
  return v < low ? low : v > high ? high : v;
}

static void make_kernel(float *kernel, float sigma) {
  float sum = 0.0f;
  for (int i = 0; i < Taps; i++) {
    kernel[i] =
        expf(-(float)((i - Radius) * (i - Radius)) / (2.0f * sigma * sigma));
    sum += kernel[i];
  }
  for (int i = 0; i < Taps; i++)
    kernel[i] /= sum;
}

static void blur_rows(int w, int h, const float *in, float *out,
                      const float *kernel) {
#pragma omp for schedule(static)
  for (int y = 0; y < h; y++) {
    const float *from = in + (long)y * w;
    float *to = out + (long)y * w;
    for (int x = 0; x < w; x++) {
      float sum = 0.0f;
      if (x >= Radius && x < w - Radius)
        for (int t = 0; t < Taps; t++)
          sum += kernel[t] * from[x + t - Radius];
      else
        for (int t = 0; t < Taps; t++)
          sum += kernel[t] * from[clamp(x + t - Radius, 0, w - 1)];
      to[x] = sum;
    }
  }
}

static void blur_columns(int w, int h, const float *in, float *out,
                         const float *kernel) {
#pragma omp for schedule(static)
  for (int y = 0; y < h; y++) {
    float *to = out + (long)y * w;
    for (int x = 0; x < w; x++)
      to[x] = 0.0f;
    for (int t = 0; t < Taps; t++) {
      const float *from = in + (long)clamp(y + t - Radius, 0, h - 1) * w;
      for (int x = 0; x < w; x++)
        to[x] += kernel[t] * from[x];
    }
  }
}

int main(int argc, char **argv) {
  int w = argc > 3 ? atoi(argv[1]) : 3000;
  int h = argc > 3 ? atoi(argv[2]) : 2000;
  int rounds = argc > 3 ? atoi(argv[3]) : 30;
  float *picture = malloc(sizeof(float) * w * h),
        *half = malloc(sizeof(float) * w * h);
  float kernel[Taps];
  if (!picture || !half)
    return 1;
  make_kernel(kernel, 2.5f);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      picture[(long)y * w + x] = (float)(((x ^ y) & 31) * 8);
#pragma omp parallel
  for (int r = 0; r < rounds; r++) {
    blur_rows(w, h, picture, half, kernel);
    blur_columns(w, h, half, picture, kernel);
  }
  double sum = 0.0;
  for (int i = 0; i < w; i++)
    sum += picture[(long)(h / 2) * w + i];
  printf("middle row %.17g, corner %.9g\n", sum, picture[0]);
  free(picture);
  free(half);
  return 0;
}
