/* SPDX-License-Identifier: Apache-2.0 */
#include "phases.h"

#include <math.h>

void image_generate(unsigned char *pixels, int width, int height) {
  int x, y;

  for (y = 0; y < height; y++)
    for (x = 0; x < width; x++)
      pixels[y * width + x] =
          (unsigned char)((x * x / 64 + y * 3 + (x ^ y)) & 255);
}

void image_study(const unsigned char *pixels, int count,
                 struct image_stats *stats) {
  long histogram[256] = {0};
  long seen = 0;
  double sum = 0.0, squares = 0.0;
  int i;

  for (i = 0; i < count; i++)
    histogram[pixels[i]]++;
  for (i = 0; i < 256; i++) {
    sum += (double)i * (double)histogram[i];
    squares += (double)i * i * (double)histogram[i];
  }
  stats->mean = sum / count;
  stats->deviation = sqrt(squares / count - stats->mean * stats->mean);
  stats->darkest = 0;
  while (stats->darkest < 255 && histogram[stats->darkest] == 0)
    stats->darkest++;
  stats->brightest = 255;
  while (stats->brightest > 0 && histogram[stats->brightest] == 0)
    stats->brightest--;
  for (i = 0; i < 255 && seen + histogram[i] <= count / 2; i++)
    seen += histogram[i];
  stats->median = i;
}
