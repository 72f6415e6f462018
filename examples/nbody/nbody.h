/* SPDX-License-Identifier: Apache-2.0
 * Bodies that attract each other. */
#ifndef NBODY_H
#define NBODY_H

struct body {
  double x, y, z;
  double vx, vy, vz;
  double mass;
};

struct vector {
  double x, y, z;
};

/* A ball of `count` bodies of the same total mass, always the same one. */
void bodies_generate(struct body *bodies, int count);

/* Reads lines of "x y z vx vy vz mass". Returns the bodies and sets `count`,
 * or NULL after a message on stderr. */
struct body *bodies_read(const char *path, int *count);
int bodies_write(const char *path, const struct body *bodies, int count);

/* Advances by `steps` steps of `dt` (leapfrog); `force` is room for `count`. */
void simulate(struct body *bodies, struct vector *force, int count, int steps,
              double dt);

double kinetic_energy(const struct body *bodies, int count);

#endif
