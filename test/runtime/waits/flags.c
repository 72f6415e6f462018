/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers handed round a ring of cores, each core writing plain memory that the
 * next one reads, with random delays so that waiters are met spinning, about to
 * sleep and asleep.  flags [rounds [seed]]
 */
#include "check.h"

enum { CORES = 4 };

struct frame {
  struct hk_flag flags[CORES];
  unsigned values[CORES][16]; /* plain: ordered by the flags alone */
  unsigned rounds, seed;
};

static void maybe_delay(unsigned *state) {
  unsigned random = next_random(state);
  if (random % 64 == 0)
    usleep(random / 64 % 300);
  else if (random % 4 == 0)
    delay(random / 4 % 2000);
}

static void ring(struct hk_core *core, void *argument) {
  struct frame *frame = argument;
  unsigned state = frame->seed + core->id, id = core->id;
  unsigned before = (id + core->count - 1) % core->count;
  for (unsigned i = 1; i <= frame->rounds; i++) {
    /* Core 0 starts round i when the last has done round i - 1. */
    hk_wait(&frame->flags[before], core->epoch + (id == 0 ? i - 1 : i));
    unsigned expected = (i - 1) * core->count + id;
    CHECK(frame->values[before][0] == expected);
    maybe_delay(&state);
    frame->values[id][0] = expected + 1;
    hk_signal(&frame->flags[id], core->epoch + i);
  }
  core->epoch += frame->rounds;
}

static void run(unsigned cores, unsigned rounds, unsigned seed) {
  static struct frame frame;
  frame = (struct frame){.rounds = rounds, .seed = seed};
  struct hk_region *region = new_region(ring, cores);
  CHECK(hk_run(region, &frame));
  CHECK(region->epoch == rounds);
  CHECK(frame.values[cores - 1][0] == rounds * cores);
}

int main(int argc, char **argv) {
  setenv("HOCKET_CORES", "4", 0);
  unsigned rounds = argument(argc, argv, 3000);
  unsigned seed = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
  printf("seed %u\n", seed);
  for (unsigned cores = 2; cores <= CORES; cores++)
    run(cores, rounds, seed);
  return 0;
}
