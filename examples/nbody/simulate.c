/* SPDX-License-Identifier: Apache-2.0 */
#include "nbody.h"

#include <math.h>

#define SOFTENING 1e-4

static void compute_forces(const struct body *bodies, struct vector *force,
                           int count) {
  int i, j;

  for (i = 0; i < count; i++) {
    double fx = 0.0, fy = 0.0, fz = 0.0;

    for (j = 0; j < count; j++) {
      double dx = bodies[j].x - bodies[i].x;
      double dy = bodies[j].y - bodies[i].y;
      double dz = bodies[j].z - bodies[i].z;
      double distance2 = dx * dx + dy * dy + dz * dz + SOFTENING;
      double pull = bodies[j].mass / (distance2 * sqrt(distance2));

      fx += pull * dx;
      fy += pull * dy;
      fz += pull * dz;
    }
    force[i].x = fx;
    force[i].y = fy;
    force[i].z = fz;
  }
}

static void kick(struct body *bodies, const struct vector *force, int count,
                 double dt) {
  int i;

  for (i = 0; i < count; i++) {
    bodies[i].vx += dt * force[i].x;
    bodies[i].vy += dt * force[i].y;
    bodies[i].vz += dt * force[i].z;
  }
}

static void drift(struct body *bodies, int count, double dt) {
  int i;

  for (i = 0; i < count; i++) {
    bodies[i].x += dt * bodies[i].vx;
    bodies[i].y += dt * bodies[i].vy;
    bodies[i].z += dt * bodies[i].vz;
  }
}

void simulate(struct body *bodies, struct vector *force, int count, int steps,
              double dt) {
  int step;

  for (step = 0; step < steps; step++) {
    drift(bodies, count, 0.5 * dt);
    compute_forces(bodies, force, count);
    kick(bodies, force, count, dt);
    drift(bodies, count, 0.5 * dt);
  }
}

double kinetic_energy(const struct body *bodies, int count) {
  double sum = 0.0;
  int i;

  for (i = 0; i < count; i++) {
    const struct body *b = &bodies[i];
    sum += 0.5 * b->mass * (b->vx * b->vx + b->vy * b->vy + b->vz * b->vz);
  }
  return sum;
}
