/* SPDX-License-Identifier: Apache-2.0
 *
 * A region is entered very often; what is written before it is seen in it, what
 * is written in it is seen after it. Regions of different sizes take turns, and
 * some pauses let the workers go to sleep.  entries [times]
 */
#include "check.h"

struct frame {
  unsigned input;
  unsigned output[MOST_CORES][16];
};

static void copy(struct hk_core *core, void *argument) {
  struct frame *frame = argument;
  CHECK(core->id < core->count);
  frame->output[core->id][0] = frame->input + core->id;
  if (core->id == 0)
    core->epoch++;
}

int main(int argc, char **argv) {
  setenv("HOCKET_CORES", "5", 0);
  unsigned times = argument(argc, argv, 100000);
  static struct frame frame;
  struct hk_region *regions[] = {new_region(copy, 2), new_region(copy, 1),
                                 new_region(copy, 2), new_region(copy, 3),
                                 new_region(copy, 2), new_region(copy, 5)};
  for (unsigned i = 0; i < times; i++) {
    /* The many-core ones now and then: they are slow on few processors. */
    unsigned which = i % 128 ? i % 3 : i / 128 % 6;
    struct hk_region *region = regions[which];
    unsigned before = region->epoch;
    frame.input = i;
    CHECK(hk_run(region, &frame));
    CHECK(region->epoch == before + 1);
    for (unsigned core = 0; core < region->count; core++)
      CHECK(frame.output[core][0] == i + core);
    if (i % 4096 == 0)
      usleep(1000);
  }
  return 0;
}
