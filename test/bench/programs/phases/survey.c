// SPDX-License-Identifier: Apache-2.0
// A survey of a map of heights in phases: slopes, shade, flow of water, and a
// histogram of each, and the regions that are steep.
//
// SMALL: -DSIDE=48 -DPLACES=2
//
// Slopes and shade need only the heights, the histograms only their own map;
// all are parallel over rows, too. The flow runs down in order of rows.
#include <math.h>
#include <stdio.h>
#include <string.h>

#ifndef SIDE
#define SIDE 2000
#define PLACES 14
#endif

static float height[SIDE][SIDE], slope[SIDE][SIDE], shade[SIDE][SIDE],
    water[SIDE][SIDE];
static int slopes[64], shades[64], waters[64];

static void raise(int place) {
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) {
      int a = (x * 3 + y + place * 50) % 700 - 350,
          b = (x - 2 * y + place * 70) % 500;
      height[y][x] = (float)(a * a) / 500.0f + (float)(b * b) / 900.0f;
    }
}

static void find_slopes(void) {
  for (int y = 1; y < SIDE - 1; y++)
    for (int x = 1; x < SIDE - 1; x++) {
      float dx = height[y][x + 1] - height[y][x - 1],
            dy = height[y + 1][x] - height[y - 1][x];
      slope[y][x] = sqrtf(dx * dx + dy * dy);
    }
}

static void find_shade(void) {
  for (int y = 1; y < SIDE - 1; y++)
    for (int x = 1; x < SIDE - 1; x++) {
      float dx = height[y][x + 1] - height[y][x - 1],
            dy = height[y + 1][x] - height[y - 1][x];
      float light =
          (1.0f - 0.5f * dx - 0.5f * dy) / sqrtf(1.0f + dx * dx + dy * dy);
      shade[y][x] = light > 0.0f ? light : 0.0f;
    }
}

/// Rain runs to the lowest of the three places below.
static void let_rain(void) {
  for (int y = 0; y < SIDE; y++) {
    for (int x = 0; x < SIDE; x++)
      water[y][x] = 1.0f;
    if (y == 0)
      continue;
    for (int x = 1; x < SIDE - 1; x++) {
      int to = x;
      if (height[y][x - 1] < height[y][to])
        to = x - 1;
      if (height[y][x + 1] < height[y][to])
        to = x + 1;
      water[y][to] += 0.9f * water[y - 1][x];
    }
  }
}

static void count(float map[SIDE][SIDE], float unit, int *histogram) {
  for (int y = 1; y < SIDE - 1; y++)
    for (int x = 1; x < SIDE - 1; x++) {
      int bin = (int)(map[y][x] * unit);
      histogram[bin > 63 ? 63 : bin]++;
    }
}

int main(void) {
  for (int p = 0; p < PLACES; p++) {
    raise(p);
    find_slopes();
    find_shade();
    let_rain();
    count(slope, 8.0f, slopes);
    count(shade, 60.0f, shades);
    count(water, 1.0f, waters);
  }
  for (int b = 1; b < 64; b += 7)
    printf("%d %d %d\n", slopes[b], shades[b], waters[b]);
  return 0;
}
