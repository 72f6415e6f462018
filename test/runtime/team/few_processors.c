/* SPDX-License-Identifier: Apache-2.0
 *
 * Where regions do not pay, hk_run says no: HOCKET_CORES=1, or one processor
 * and no word from the user. HOCKET_CORES less than a region's cores, or more
 * than there are processors, runs it all the same.
 */
#define _GNU_SOURCE
#include "processors.h"

static void count(struct hk_core *core, void *frame) {
  (void)core;
  __atomic_fetch_add((unsigned *)frame, 1, __ATOMIC_RELAXED);
}

static void expect(unsigned cores, int runs) {
  struct hk_region *region = new_region(count, cores);
  region->epoch = 7;
  for (unsigned i = 0; i < 10; i++) {
    unsigned ran = 0;
    CHECK(hk_run(region, &ran) == runs);
    CHECK(ran == (runs ? cores : 0));
    CHECK(region->epoch == 7);
  }
}

static void told_one(void) {
  setenv("HOCKET_CORES", "1", 1);
  CHECK(hk_cores() == 1);
  expect(2, 0);
  expect(8, 0);
  expect(1, 1);
}

static void has_one(void) {
  keep_processors(1);
  CHECK(hk_cores() == 1);
  expect(2, 0);
}

static void has_one_told_two(void) {
  keep_processors(1);
  setenv("HOCKET_CORES", "2", 1);
  CHECK(hk_cores() == 1);
  expect(2, 1);
  expect(4, 1);
}

static void told_two(void) {
  setenv("HOCKET_CORES", "2", 1);
  expect(2, 1);
  expect(6, 1);
  expect(3, 1);
}

int main(void) {
  unsetenv("HOCKET_CORES");
  CHECK(in_child(told_one) == 0);
  CHECK(in_child(has_one) == 0);
  CHECK(in_child(has_one_told_two) == 0);
  CHECK(in_child(told_two) == 0);
  return 0;
}
