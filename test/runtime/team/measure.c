/* SPDX-License-Identifier: Apache-2.0
 *
 * What a hand-over costs is known once a region was entered, and regions have
 * to be worth more where it costs more than was planned.
 */
#include "check.h"

static void program(struct hk_core *core, void *frame) {
  (void)core;
  (void)frame;
}

int main(void) {
  setenv("HOCKET_CORES", "2", 0);
  CHECK(hk_handover == 0);
  CHECK(hk_pays(100, 100, 50));
  CHECK(!hk_pays(99, 100, 50));
  struct hk_region *region = new_region(program, 2);
  CHECK(hk_run(region, NULL));
  CHECK(hk_handover > 0);
  CHECK(region->epoch == 0);
  unsigned measured = hk_handover;
  CHECK(hk_run(region, NULL));
  CHECK(hk_handover == measured);
  hk_handover = 40;
  CHECK(hk_pays(100, 100, 50));
  hk_handover = 200;
  CHECK(hk_pays(400, 100, 50));
  CHECK(!hk_pays(399, 100, 50));
  hk_handover = 100000;
  CHECK(hk_pays(800, 100, 50));
  CHECK(!hk_pays(799, 100, 50));
  return 0;
}
