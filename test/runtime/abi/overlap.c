/* SPDX-License-Identifier: Apache-2.0
 *
 * The iterations of a pipeline: each is done once and passes the stage in
 * order, run after run, also where the cores find that one of them should go on
 * alone, at once or after long iterations at the beginning.
 */
#include "check.h"
#include "hocket/abi.h"

enum { Cores = 4, Most = 2000 };

static struct hk_flag passed[1];
static struct hk_turn used[Cores], alone;
static unsigned char done[Most];
static long long count, next, lastAlone;
static unsigned spin;            /* of the free part */
static long long numLong = Most; /* iterations that spin */

static void core(struct hk_core *core, void *frame) {
  struct hk_overlap o;
  (void)frame;
  hk_begin_overlap(&o, &alone, used, core->id, Cores, count);
  for (long long k = core->id; k < count; k = hk_next(&o, k)) {
    hk_begin_iteration(&o);
    delay(k < numLong ? spin : 0);
    hk_time(&o, &o.free);
    if (!o.is_alone)
      hk_enter_stage(&passed[0], (unsigned)(o.before + (unsigned long long)k));
    hk_begin_ordered(&o);
    hk_decide(&o, k);
    CHECK(next == k && !done[k]);
    next++;
    done[k] = 1;
    lastAlone = o.is_alone ? k : lastAlone;
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
  const unsigned lengths[] = {0, 100000};
  for (int length = 0; length < 2; length++) {
    spin = lengths[length];
    lastAlone = -1;
    for (long long n = 0; n < (spin ? 40 : 200); n++) {
      run(&region, n);
      run(&region, n);
    }
    CHECK(spin != 0 || lastAlone > 0);
  }
  /* The first ones are no measure for the others. */
  numLong = 100;
  lastAlone = -1;
  run(&region, Most);
  CHECK(lastAlone == Most - 1);
  return 0;
}
