/* SPDX-License-Identifier: Apache-2.0 */
#include "nbody.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long long state;

/* Uniform in [-1, 1). */
static double next_random(void) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(state >> 11) / 4503599627370496.0 - 1.0;
}

void bodies_generate(struct body *bodies, int count) {
  int i;

  state = 42;
  for (i = 0; i < count; i++) {
    struct body *b = &bodies[i];
    do {
      b->x = next_random();
      b->y = next_random();
      b->z = next_random();
    } while (b->x * b->x + b->y * b->y + b->z * b->z > 1.0);
    b->vx = -0.3 * b->y + 0.05 * next_random();
    b->vy = 0.3 * b->x + 0.05 * next_random();
    b->vz = 0.05 * next_random();
    b->mass = (1.0 + 0.5 * next_random()) / count;
  }
}

struct body *bodies_read(const char *path, int *count) {
  FILE *file = fopen(path, "r");
  struct body *bodies = NULL, b;
  int used = 0, room = 0, fields;

  if (!file) {
    perror(path);
    return NULL;
  }
  while ((fields = fscanf(file, "%lf %lf %lf %lf %lf %lf %lf", &b.x, &b.y, &b.z,
                          &b.vx, &b.vy, &b.vz, &b.mass)) == 7) {
    if (used == room) {
      struct body *more;
      room = room ? 2 * room : 64;
      more = realloc(bodies, (size_t)room * sizeof *bodies);
      if (!more) {
        fprintf(stderr, "%s: out of memory\n", path);
        free(bodies);
        fclose(file);
        return NULL;
      }
      bodies = more;
    }
    bodies[used++] = b;
  }
  fclose(file);
  if (fields != EOF || used == 0) {
    fprintf(stderr, "%s: line %d: expected seven numbers\n", path, used + 1);
    free(bodies);
    return NULL;
  }
  *count = used;
  return bodies;
}

int bodies_write(const char *path, const struct body *bodies, int count) {
  FILE *file = fopen(path, "w");
  int i, failed = 0;

  if (!file) {
    perror(path);
    return -1;
  }
  for (i = 0; i < count; i++) {
    const struct body *b = &bodies[i];
    failed |= fprintf(file, "%.12g %.12g %.12g %.12g %.12g %.12g %.12g\n", b->x,
                      b->y, b->z, b->vx, b->vy, b->vz, b->mass) < 0;
  }
  failed |= fclose(file) != 0;
  if (failed)
    fprintf(stderr, "%s: write error\n", path);
  return failed ? -1 : 0;
}
