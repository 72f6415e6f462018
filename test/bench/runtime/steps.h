/* SPDX-License-Identifier: Apache-2.0
 *
 * What steps.c and steps_openmp.c share: work of a length in time, the same in
 * all versions, and the clock.
 */
#pragma once

#include <time.h>

static inline double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static inline void work(unsigned turns) {
  for (unsigned i = 0; i < turns; i++)
    __asm__ volatile("" : : "r"(i));
}
