/* SPDX-License-Identifier: Apache-2.0
 *
 * The iterations of a pipeline: each is done once and passes the stage in
 * order, run after run, also where the cores find that one of them should go on
 * alone, at once or after long iterations at the beginning. The clock is the
 * test's own, so what they find does not depend on the machine.
 */
#include "check.h"
#include "hocket/abi.h"

enum { Cores = 4, Most = 2000 };

static struct hk_flag passed[1];
static struct hk_turn used[Cores], alone;
static unsigned char done[Most];
static long long count, next, lastAlone;
static unsigned freeNs;          /* of an iteration's free part */
static long long numLong = Most; /* iterations that have one */

/* Instead of the runtime's: each thread counts what its cores have done. */
static _Thread_local unsigned long long now = 1;

unsigned long long hk_clock(void) { return now; }

static void core(struct hk_core *core, void *frame) {
  struct hk_overlap o;
  unsigned random = core->id;
  (void)frame;
  hk_begin_overlap(&o, &alone, used, core->id, Cores, count);
  for (long long k = core->id; k < count; k = hk_next(&o, k)) {
    hk_begin_iteration(&o);
    now += k < numLong ? freeNs : 0;
    delay(next_random(&random) % 256);
    hk_time(&o, &o.free);
    if (!o.is_alone)
      hk_enter_stage(&passed[0], (unsigned)(o.before + (unsigned long long)k));
    hk_begin_ordered(&o);
    hk_decide(&o, k);
    CHECK(next == k && !done[k]);
    next++;
    done[k] = 1;
    lastAlone = o.is_alone ? k : lastAlone;
    now += 100;
    hk_time(&o, &o.ordered);
    if (hk_is_awaited(&o, k))
      hk_leave_stage(&passed[0],
                     (unsigned)(o.before + (unsigned long long)k) + 1);
    hk_end_iteration(&o);
  }
}

static void run(struct hk_region *region, long long iterations) {
  count = iterations;
  next = 0;
  for (int i = 0; i < Most; i++)
    done[i] = 0;
  CHECK(hk_run(region, 0) == 1);
  CHECK(next == count);
}

int main(void) {
  setenv("HOCKET_CORES", "4", 1);
  hk_core_program *const programs[] = {core, core, core, core};
  struct hk_region region = {"overlap", Cores, programs, 0, 0, 0};
  const unsigned lengths[] = {0, 10000};
  for (int length = 0; length < 2; length++) {
    freeNs = lengths[length];
    lastAlone = -1;
    for (long long n = 0; n < 200; n++) {
      run(&region, n);
      run(&region, n);
    }
    CHECK(freeNs != 0 ? lastAlone == -1 : lastAlone == 198);
  }
  run(&region, Most);
  CHECK(lastAlone == -1);
  /* The first ones are no measure for the others. */
  numLong = 100;
  run(&region, Most);
  CHECK(lastAlone == Most - 1);
  return 0;
}
