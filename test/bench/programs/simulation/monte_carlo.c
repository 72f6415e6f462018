// SPDX-License-Identifier: Apache-2.0
// Neutrons through a shield, each with a random generator of its own, counted
// by what becomes of them.
//
// SMALL: 500
//
// All particles are independent; the counts are integer sums, also one into an
// array by depth.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { Layers = 50 };

typedef struct {
  long through, back, absorbed;
  long depth[Layers];
} Tally;

static double uniform(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static void follow(uint64_t seed, Tally *tally) {
  uint64_t state = seed * 0xd1342543de82ef95u;
  double x = 0.0, direction = 1.0;
  for (;;) {
    x += -log(1.0 - uniform(&state)) * direction;
    if (x < 0.0) {
      tally->back++;
      return;
    }
    if (x >= 5.0) {
      tally->through++;
      return;
    }
    tally->depth[(int)(x * Layers / 5.0)]++;
    if (uniform(&state) < 0.15) {
      tally->absorbed++;
      return;
    }
    direction = 2.0 * uniform(&state) - 1.0;
  }
}

int main(int argc, char **argv) {
  long particles = argc > 1 ? atol(argv[1]) : 8000000;
  Tally tally = {0, 0, 0, {0}};
  for (long i = 0; i < particles; i++)
    follow((uint64_t)i + 1, &tally);
  printf("through %ld, back %ld, absorbed %ld\n", tally.through, tally.back,
         tally.absorbed);
  for (int l = 0; l < Layers; l += 7)
    printf("%ld ", tally.depth[l]);
  printf("\n");
  return 0;
}
