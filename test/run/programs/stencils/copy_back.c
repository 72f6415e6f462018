// SPDX-License-Identifier: Apache-2.0
//
// Time loops around parallel loops: a copy back, an exchange of pointers, two
// half steps, three grids.
#include "../digest.h"

#include <stdlib.h>

#define W 120
#define H 90
static double now[H][W], next[H][W];
static float g0[H * W], g1[H * W], g2[H * W];

static void init(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      now[y][x] = (x * y) % 23;
      g0[y * W + x] = g1[y * W + x] = (float)((x + y) % 5);
    }
}

static void copy_back(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++)
        next[y][x] = 0.2 * (now[y][x] + now[y - 1][x] + now[y + 1][x] +
                            now[y][x - 1] + now[y][x + 1]);
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++)
        now[y][x] = next[y][x];
  }
}

static void half(double (*to)[W], double (*from)[W]) {
  for (int y = 1; y < H - 1; y++)
    for (int x = 1; x < W - 1; x++)
      to[y][x] = (from[y - 1][x - 1] + from[y + 1][x + 1]) / 2 + 0.001 * x;
}

static float *wave(int steps) {
  float *before = g0, *current = g1, *after = g2;
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++) {
        int i = y * W + x;
        after[i] = 2 * current[i] - before[i] +
                   0.1f * (current[i - 1] + current[i + 1] + current[i - W] +
                           current[i + W] - 4 * current[i]);
      }
    float *t3 = before;
    before = current;
    current = after;
    after = t3;
  }
  return current;
}

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 41;
  init();
  copy_back(steps);
  show("copy", now, sizeof now);
  for (int t = 0; t < steps; t++) {
    half(next, now);
    half(now, next);
    if (t % 10 == 9)
      printf("%d %.15g\n", t, now[H / 2][W / 2]);
  }
  show("half", now, sizeof now);
  show("wave", wave(steps), sizeof g0);
  copy_back(0);
  copy_back(1);
  show("next", next, sizeof next);
  return 0;
}
