/* SPDX-License-Identifier: Apache-2.0
 *
 * Chunks cover a loop: they begin at multiples of the grain, end at its trips,
 * do not overlap, and
 * differ by less than two grains; also for very long loops and empty ones.
 */
#include "check.h"

#include <limits.h>

static void checkGrain(long long trips, unsigned chunks, long long grain) {
  CHECK(hk_chunk(trips, 0, chunks, grain) == 0);
  CHECK(hk_chunk(trips, chunks, chunks, grain) == trips);
  long long least = LLONG_MAX, most = 0;
  for (unsigned i = 0; i < chunks; i++) {
    long long begin = hk_chunk(trips, i, chunks, grain);
    long long size = hk_chunk(trips, i + 1, chunks, grain) - begin;
    CHECK(size >= 0);
    CHECK(begin % grain == 0);
    least = size < least ? size : least;
    most = size > most ? size : most;
  }
  if (trips > 0)
    CHECK(hk_chunk(trips, chunks - 1, chunks, grain) < trips);
  CHECK(most - least < 2 * grain);
  /* What is left over counts as a block: shares are as even as blocks allow. */
  long long blocks = trips / grain + (trips % grain != 0);
  long long share = blocks / chunks + (blocks % chunks != 0);
  CHECK(most <= (share > LLONG_MAX / grain ? LLONG_MAX : share * grain));
  CHECK(least >= trips / grain / chunks * grain);
}

static void check(long long trips, unsigned chunks) {
  checkGrain(trips, chunks, 1);
  checkGrain(trips, chunks, 64);
}

/* Steps that are known when the program runs: none where they lead away. */
static void checkTrips(void) {
  CHECK(hk_trips_by(0, 10, 1, 3) == 4 && hk_trips_by(0, 9, 1, 3) == 3);
  CHECK(hk_trips_by(0, 10, -2, -5) == 1 && hk_trips_by(3, 3, 1, 1) == 0);
  CHECK(hk_trips_by(0, 10, 1, 0) == 0 && hk_trips_by(0, 10, -1, 3) == 0);
  CHECK(hk_trips_by(0, 10, 8, LLONG_MAX / 4) == 0);
  CHECK(hk_trips_by(0, LLONG_MAX, 1, LLONG_MAX) == 1);
  CHECK(hk_divides(3, 9) && !hk_divides(3, 10) && hk_divides(3, 0));
  CHECK(!hk_divides(0, 4) && !hk_divides(-2, 4) && !hk_divides(2, hk_none()));
  CHECK(hk_over(7, 2) == 3 && hk_over(7, 0) == hk_none());
}

int main(void) {
  checkTrips();
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
