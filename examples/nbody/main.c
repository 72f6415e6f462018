/* SPDX-License-Identifier: Apache-2.0 */
#include "nbody.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  struct body *bodies;
  struct vector *force;
  int count = 0, steps, status;

  if (argc != 4 || (steps = atoi(argv[2])) < 0) {
    fprintf(stderr, "usage: %s COUNT|in.txt STEPS out.txt\n", argv[0]);
    return 2;
  }
  count = atoi(argv[1]);
  if (count > 0) {
    bodies = malloc((size_t)count * sizeof *bodies);
    if (bodies)
      bodies_generate(bodies, count);
    else
      fprintf(stderr, "%s: out of memory\n", argv[0]);
  } else {
    bodies = bodies_read(argv[1], &count);
  }
  if (!bodies)
    return 1;
  force = malloc((size_t)count * sizeof *force);
  if (!force) {
    fprintf(stderr, "%s: out of memory\n", argv[0]);
    return 1;
  }

  printf("%d bodies, kinetic energy %.9f", count,
         kinetic_energy(bodies, count));
  simulate(bodies, force, count, steps, 0.001);
  printf(", after %d steps %.9f\n", steps, kinetic_energy(bodies, count));
  status = bodies_write(argv[3], bodies, count) == 0 ? 0 : 1;
  free(force);
  free(bodies);
  return status;
}
