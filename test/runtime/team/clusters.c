/* SPDX-License-Identifier: Apache-2.0
 *
 * Regions on clusters that are not coherent, where all caches are: they run as
 * others, and the calls for caches change nothing.
 */
#include "check.h"

#include "hocket/abi_clusters.h"

enum { CORES = 4 };

static long made[CORES];

static void program(struct hk_core *core, void *frame) {
  hk_cache_invalidate(made, sizeof made);
  hk_cache_invalidate_all();
  made[core->id] = *(long *)frame + core->id;
  hk_cache_write_back(made, sizeof made);
  hk_cache_write_back_all();
  if (core->id == 0)
    ++core->epoch;
}

int main(void) {
  static const unsigned char clusters[CORES] = {0, 0, 1, 1};
  static _Alignas(64) char bytes[128];
  struct hk_region *region = new_region(program, CORES);
  long frame = 70;
  int ran = hk_run_clusters(region, &frame, sizeof frame, clusters);
  CHECK(frame == 70);
  for (int core = 0; core < CORES; core++)
    CHECK(made[core] == (ran ? 70 + core : 0));
  CHECK(region->epoch == (unsigned)ran);
  CHECK(hk_is_at_line(bytes, 64) && hk_is_at_line(bytes + 64, 64));
  CHECK(!hk_is_at_line(bytes + 8, 64) && hk_is_at_line(bytes + 32, 32));
  return 0;
}
