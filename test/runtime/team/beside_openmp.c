/* SPDX-License-Identifier: Apache-2.0
 *
 * A program with parallel regions of its own, in OpenMP: their sizes, their
 * nesting and their threads are what they are without hocket. Ours may be
 * entered before, after and in between.
 */
#include "check.h"

#include <omp.h>

static void program(struct hk_core *core, void *frame) {
  __atomic_fetch_add((unsigned *)frame, 1 + core->id, __ATOMIC_RELAXED);
}

static struct hk_region *region;

static void run_ours(void) {
  unsigned sum = 0;
  CHECK(hk_run(region, &sum));
  CHECK(sum == 6);
}

static void run_theirs(int threads) {
  int count = 0, sum = 0;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
  {
    sum += omp_get_thread_num();
#pragma omp single
    count = omp_get_num_threads();
  }
  CHECK(count == threads);
  CHECK(sum == threads * (threads - 1) / 2);
  CHECK(!omp_in_parallel());
}

/* One of their threads enters our region, the others are refused or wait. */
static void run_ours_in_theirs(void) {
  unsigned sum = 0;
  int ran = 0;
#pragma omp parallel num_threads(3) reduction(+ : ran)
#pragma omp critical
  ran += hk_run(region, &sum);
  CHECK(ran == 3 && sum == 18);
}

int main(void) {
  setenv("HOCKET_CORES", "3", 1);
  region = new_region(program, 3);
  int most = omp_get_max_threads(), dynamic = omp_get_dynamic();
  int levels = omp_get_max_active_levels();
  if (getpid() % 2) /* either may come first */
    run_theirs(2);
  for (int i = 0; i < 50; i++) {
    run_ours();
    run_theirs(2 + i % 3);
    run_ours_in_theirs();
  }
  CHECK(omp_get_max_threads() == most);
  CHECK(omp_get_dynamic() == dynamic);
  CHECK(omp_get_max_active_levels() == levels);
  return 0;
}
