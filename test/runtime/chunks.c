/* SPDX-License-Identifier: Apache-2.0
 *
 * Chunks cover a loop: they begin at 0, end at its trips, do not overlap, and
 * differ by one iteration at most; also for very long loops and empty ones.
 */
#include "check.h"

#include <limits.h>

static void check(long long trips, unsigned chunks) {
  CHECK(hk_chunk(trips, 0, chunks) == 0);
  CHECK(hk_chunk(trips, chunks, chunks) == trips);
  long long least = LLONG_MAX, most = 0;
  for (unsigned i = 0; i < chunks; i++) {
    long long size =
        hk_chunk(trips, i + 1, chunks) - hk_chunk(trips, i, chunks);
    CHECK(size >= 0);
    least = size < least ? size : least;
    most = size > most ? size : most;
  }
  CHECK(most - least <= 1);
}

int main(void) {
  for (long long trips = 0; trips < 200; trips++)
    for (unsigned chunks = 1; chunks <= 64; chunks++)
      check(trips, chunks);
  for (unsigned chunks = 1; chunks <= 64; chunks++) {
    check(LLONG_MAX, chunks);
    check(LLONG_MAX - 1, chunks);
    check((1LL << 32) + 1, chunks);
  }
  return 0;
}
