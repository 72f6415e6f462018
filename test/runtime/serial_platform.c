/* SPDX-License-Identifier: Apache-2.0
 *
 * libhocket without threads: every region is run sequentially by its caller,
 * and flags work as far as one thread can tell.
 */
#include "check.h"

static void program(struct hk_core *core, void *frame) {
  (void)core;
  ++*(unsigned *)frame;
}

int main(void) {
  unsigned ran = 0;
  CHECK(hk_cores() == 1);
  setenv("HOCKET_CORES", "4", 1);
  CHECK(hk_cores() == 1);
  for (unsigned i = 0; i < 3; i++)
    CHECK(hk_run(new_region(program, 2), &ran) == 0);
  CHECK(hk_run(new_region(program, 1), &ran) == 1);
  CHECK(ran == 1);
  struct hk_flag flag = {0};
  hk_signal(&flag, 5);
  hk_wait(&flag, 5);
  struct hk_barrier barrier;
  CHECK(hk_barrier_init(&barrier, 1) == 0);
  CHECK(hk_barrier_wait(&barrier) == 1);
  return 0;
}
