/* SPDX-License-Identifier: Apache-2.0
 *
 * At a barrier all meet: nobody passes round i before everybody has come to it,
 * and exactly one is told that it was the last.  barrier [rounds]
 */
#include "check.h"

enum { CORES = 4 };

struct frame {
  struct hk_barrier barrier;
  unsigned round[CORES][16]; /* plain: ordered by the barrier alone */
  unsigned last;
  unsigned rounds;
};

static void meet(struct hk_core *core, void *argument) {
  struct frame *frame = argument;
  unsigned state = core->id;
  for (unsigned i = 1; i <= frame->rounds; i++) {
    if (next_random(&state) % 16 == 0)
      delay(next_random(&state) % 3000);
    frame->round[core->id][0] = i;
    if (hk_barrier_wait(&frame->barrier))
      __atomic_fetch_add(&frame->last, 1, __ATOMIC_RELAXED);
    for (unsigned other = 0; other < core->count; other++)
      CHECK(frame->round[other][0] == i);
    hk_barrier_wait(&frame->barrier);
  }
}

int main(int argc, char **argv) {
  setenv("HOCKET_CORES", "4", 0);
  static struct frame frame;
  frame.rounds = argument(argc, argv, 2000);
  CHECK(hk_barrier_init(&frame.barrier, CORES) == 0);
  CHECK(hk_run(new_region(meet, CORES), &frame));
  CHECK(frame.last == frame.rounds);
  return 0;
}
