// SPDX-License-Identifier: Apache-2.0
// Gravity between bodies, all pairs, leapfrog steps.
//
// SMALL: 50 4
//
// The forces on each body are independent, sums over the others keep their
// order; then all bodies move.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double x, y, z;
  double vx, vy, vz;
  double mass;
} Body;

static void accelerate(Body *bodies, int n, double dt) {
  for (int i = 0; i < n; i++) {
    double ax = 0.0, ay = 0.0, az = 0.0;
    for (int j = 0; j < n; j++) {
      double dx = bodies[j].x - bodies[i].x;
      double dy = bodies[j].y - bodies[i].y;
      double dz = bodies[j].z - bodies[i].z;
      double d2 = dx * dx + dy * dy + dz * dz + 1e-3;
      double pull = bodies[j].mass / (d2 * sqrt(d2));
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    bodies[i].vx += dt * ax;
    bodies[i].vy += dt * ay;
    bodies[i].vz += dt * az;
  }
}

static void move(Body *bodies, int n, double dt) {
  for (int i = 0; i < n; i++) {
    bodies[i].x += dt * bodies[i].vx;
    bodies[i].y += dt * bodies[i].vy;
    bodies[i].z += dt * bodies[i].vz;
  }
}

int main(int argc, char **argv) {
  int n = argc > 2 ? atoi(argv[1]) : 1600,
      steps = argc > 2 ? atoi(argv[2]) : 60;
  Body *bodies = calloc(n, sizeof *bodies);
  if (!bodies)
    return 1;
  for (int i = 0; i < n; i++) {
    bodies[i].x = cos(i * 0.7) * (1 + i % 13);
    bodies[i].y = sin(i * 0.7) * (1 + i % 13);
    bodies[i].z = (i % 29 - 14) / 10.0;
    bodies[i].mass = 1.0 / n;
  }
  for (int s = 0; s < steps; s++) {
    accelerate(bodies, n, 0.01);
    move(bodies, n, 0.01);
  }
  double energy = 0.0;
  for (int i = 0; i < n; i++)
    energy += 0.5 * bodies[i].mass *
              (bodies[i].vx * bodies[i].vx + bodies[i].vy * bodies[i].vy +
               bodies[i].vz * bodies[i].vz);
  printf("kinetic energy %.17g, body 0 at %.17g %.17g\n", energy, bodies[0].x,
         bodies[0].y);
  free(bodies);
  return 0;
}
