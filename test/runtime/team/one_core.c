/* SPDX-License-Identifier: Apache-2.0
 *
 * On one core no region runs; once that is known none is asked about, and so no
 * test of memory is made for one.
 */
#include "check.h"

static void program(struct hk_core *core, void *frame) {
  (void)core;
  (void)frame;
}

int main(void) {
  struct hk_net net = {.name = "one_core.c:1 test", .cores = 2};
  struct hk_probe probe = {0};
  setenv("HOCKET_CORES", "1", 1);
  unsetenv("HOCKET_ADAPT");
  CHECK(hk_pays(1e9, 100, 50));
  CHECK(!hk_run(new_region(program, 2), NULL));
  CHECK(!hk_pays(1e9, 100, 50));
  for (int i = 0; i < 100; i++) {
    probe.since = 0;
    CHECK(!hk_asks(&net, &probe, 1e9));
    CHECK(probe.since == 0);
  }
  return 0;
}
