// SPDX-License-Identifier: Apache-2.0
// Smoothed particles of a fluid in two dimensions: neighbours by cells, then
// densities, then forces, then motion.
//
// SMALL: -DPARTICLES=400 -DSTEPS=3
//
// Densities and forces are independent for each particle and unlike in work;
// sorting the particles into cells is a short sequential part.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef PARTICLES
#define PARTICLES 16000
#define STEPS 30
#endif

#define SIDE 64
#define REACH (1.0 / SIDE)

static double x[PARTICLES], y[PARTICLES], vx[PARTICLES], vy[PARTICLES],
    ax[PARTICLES], ay[PARTICLES];
static double density[PARTICLES];
static int start[SIDE * SIDE + 1], member[PARTICLES];

static int cell_of(int i) {
  int cx = (int)(x[i] * SIDE), cy = (int)(y[i] * SIDE);
  return (cy < 0       ? 0
          : cy >= SIDE ? SIDE - 1
                       : cy) *
             SIDE +
         (cx < 0       ? 0
          : cx >= SIDE ? SIDE - 1
                       : cx);
}

static void sort_into_cells(void) {
  static int fill[SIDE * SIDE];
  memset(start, 0, sizeof start);
  for (int i = 0; i < PARTICLES; i++)
    start[cell_of(i) + 1]++;
  for (int c = 0; c < SIDE * SIDE; c++)
    start[c + 1] += start[c];
  memcpy(fill, start, sizeof fill);
  for (int i = 0; i < PARTICLES; i++)
    member[fill[cell_of(i)]++] = i;
}

static void densities(void) {
  for (int i = 0; i < PARTICLES; i++) {
    int cell = cell_of(i), cx = cell % SIDE, cy = cell / SIDE;
    double sum = 0.0;
    for (int ny = cy > 0 ? cy - 1 : 0; ny <= cy + 1 && ny < SIDE; ny++)
      for (int nx = cx > 0 ? cx - 1 : 0; nx <= cx + 1 && nx < SIDE; nx++)
        for (int k = start[ny * SIDE + nx]; k < start[ny * SIDE + nx + 1];
             k++) {
          double dx = x[i] - x[member[k]], dy = y[i] - y[member[k]];
          double q = 1.0 - (dx * dx + dy * dy) / (REACH * REACH);
          if (q > 0.0)
            sum += q * q * q;
        }
    density[i] = sum;
  }
}

static void forces(void) {
  for (int i = 0; i < PARTICLES; i++) {
    int cell = cell_of(i), cx = cell % SIDE, cy = cell / SIDE;
    double fx = 0.0, fy = -0.1;
    for (int ny = cy > 0 ? cy - 1 : 0; ny <= cy + 1 && ny < SIDE; ny++)
      for (int nx = cx > 0 ? cx - 1 : 0; nx <= cx + 1 && nx < SIDE; nx++)
        for (int k = start[ny * SIDE + nx]; k < start[ny * SIDE + nx + 1];
             k++) {
          int j = member[k];
          double dx = x[i] - x[j], dy = y[i] - y[j], d2 = dx * dx + dy * dy;
          if (j == i || d2 >= REACH * REACH)
            continue;
          double push =
              (density[i] + density[j] - 4.0) / density[j] * (REACH - sqrt(d2));
          fx += push * dx + 0.01 * (vx[j] - vx[i]);
          fy += push * dy + 0.01 * (vy[j] - vy[i]);
        }
    ax[i] = fx;
    ay[i] = fy;
  }
}

static void move(double dt) {
  for (int i = 0; i < PARTICLES; i++) {
    vx[i] += dt * ax[i];
    vy[i] += dt * ay[i];
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
    if (x[i] < 0.0 || x[i] > 1.0)
      vx[i] = -vx[i];
    if (y[i] < 0.0 || y[i] > 1.0)
      vy[i] = -vy[i];
  }
}

int main(void) {
  unsigned state = 9;
  for (int i = 0; i < PARTICLES; i++) {
    state = state * 1664525u + 1013904223u;
    x[i] = 0.8 * (state >> 8) / 16777216.0;
    state = state * 1664525u + 1013904223u;
    y[i] = 0.6 * (state >> 8) / 16777216.0;
  }
  for (int s = 0; s < STEPS; s++) {
    sort_into_cells();
    densities();
    forces();
    move(0.005);
  }
  double sx = 0.0, sy = 0.0;
  for (int i = 0; i < PARTICLES; i++) {
    sx += x[i];
    sy += y[i];
  }
  printf("centre %.17g %.17g, density %.17g\n", sx / PARTICLES, sy / PARTICLES,
         density[0]);
  return 0;
}
