/* SPDX-License-Identifier: Apache-2.0
 *
 * Regions end, with the right result, in each way of waiting (HOCKET_WAIT),
 * with as many processors as cores and with fewer; a name that is none is
 * reported and ignored.  modes [rounds]
 */
#define _GNU_SOURCE
#include "../processors.h"

#include <stdbool.h>
#include <string.h>

enum { MOST = 4 };

static unsigned rounds, cores, processors;
static const char *mode;
static struct hk_flag flags[MOST];
static unsigned values[MOST][16]; /* plain: ordered by the flags alone */
static struct hk_barrier barrier;

/* Round the ring, then all meet. */
static void ring(struct hk_core *core, void *frame) {
  (void)frame;
  unsigned id = core->id, before = (id + core->count - 1) % core->count;
  for (unsigned i = 1; i <= rounds; i++) {
    hk_wait(&flags[before], core->epoch + (id == 0 ? i - 1 : i));
    CHECK(values[before][0] == (i - 1) * core->count + id);
    values[id][0] = (i - 1) * core->count + id + 1;
    hk_signal(&flags[id], core->epoch + i);
    if (i % 8 == 0)
      hk_barrier_wait(&barrier);
  }
  core->epoch += rounds;
}

static void run(void) {
  keep_processors(processors);
  setenv("HOCKET_WAIT", mode, 1);
  setenv("HOCKET_CORES", "4", 1);
  CHECK(hk_barrier_init(&barrier, cores) == 0);
  struct hk_region *region = new_region(ring, cores);
  for (unsigned i = 0; i < 3; i++) {
    memset(values, 0, sizeof values);
    CHECK(hk_run(region, NULL));
    usleep(1000); /* workers go to sleep */
  }
  CHECK(region->epoch == 3 * rounds);
}

int main(int argc, char **argv) {
  static const char *const modes[] = {"adaptive", "spin",  "yield",
                                      "futex",    "power", "nonsense"};
  unsigned asked = argument(argc, argv, 200);
  for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++)
    for (processors = 1; processors <= 2; processors++)
      for (cores = 2; cores <= MOST; cores += 2) {
        mode = modes[i];
        /* Who only spins passes the processor on when its slice is over. */
        bool is_slow = strcmp(mode, "spin") == 0 && cores > processors;
        rounds = is_slow ? 8 : asked;
        int status = in_child(run);
        CHECK(WIFEXITED(status));
        if (WEXITSTATUS(status))
          return WEXITSTATUS(status);
      }
  return 0;
}
