// SPDX-License-Identifier: Apache-2.0
// Charged particles and a field on a grid: charges are deposited in fixed
// point, the field is smoothed, particles move in it.
//
// SMALL: -DPARTICLES=2000 -DSTEPS=4
//
// Deposition is an integer sum into a grid at data-dependent places; the
// smoothing is a stencil; the particles' motion is independent.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef PARTICLES
#define PARTICLES 1000000
#define STEPS 50
#endif

enum { Side = 128, One = 1 << 16 };

typedef struct {
  float x, y, vx, vy;
} Particle;

static Particle particles[PARTICLES];
static int charge[Side][Side], potential[Side][Side];

static void deposit(void) {
  memset(charge, 0, sizeof charge);
  for (int p = 0; p < PARTICLES; p++) {
    int cx = (int)particles[p].x, cy = (int)particles[p].y;
    int fx = (int)((particles[p].x - (float)cx) * 256.0f),
        fy = (int)((particles[p].y - (float)cy) * 256.0f);
    int right = (cx + 1) % Side, below = (cy + 1) % Side;
    charge[cy][cx] += (256 - fx) * (256 - fy) >> 8;
    charge[cy][right] += fx * (256 - fy) >> 8;
    charge[below][cx] += (256 - fx) * fy >> 8;
    charge[below][right] += fx * fy >> 8;
  }
}

static void smooth(void) {
  for (int y = 0; y < Side; y++)
    for (int x = 0; x < Side; x++) {
      int sum = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          sum += charge[(y + dy + Side) % Side][(x + dx + Side) % Side];
      potential[y][x] = sum / 9;
    }
}

static float wrap(float v) {
  return v < 0.0f ? v + Side : v >= Side ? v - Side : v;
}

static void push(float dt) {
  for (int p = 0; p < PARTICLES; p++) {
    Particle *q = &particles[p];
    int cx = (int)q->x, cy = (int)q->y;
    float ex = (float)(potential[cy][(cx + Side - 1) % Side] -
                       potential[cy][(cx + 1) % Side]) /
               One;
    float ey = (float)(potential[(cy + Side - 1) % Side][cx] -
                       potential[(cy + 1) % Side][cx]) /
               One;
    q->vx += dt * ex;
    q->vy += dt * ey;
    q->x = wrap(q->x + dt * q->vx);
    q->y = wrap(q->y + dt * q->vy);
    if (q->x >= Side)
      q->x = 0.0f;
    if (q->y >= Side)
      q->y = 0.0f;
  }
}

int main(void) {
  unsigned state = 77;
  for (int p = 0; p < PARTICLES; p++) {
    state = state * 1664525u + 1013904223u;
    particles[p].x = (float)(state >> 16) / 65536.0f * (Side - 1);
    state = state * 1664525u + 1013904223u;
    particles[p].y = (float)(state >> 16) / 65536.0f * (Side - 1);
    particles[p].vx = p % 2 ? 0.5f : -0.5f;
  }
  for (int s = 0; s < STEPS; s++) {
    deposit();
    smooth();
    push(0.1f);
  }
  double sum = 0.0;
  for (int p = 0; p < PARTICLES; p++)
    sum += particles[p].vx + particles[p].vy;
  printf("momentum %.17g, potential %d %d\n", sum, potential[0][0],
         potential[Side / 2][Side / 2]);
  return 0;
}
