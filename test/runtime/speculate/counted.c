/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of integers, which a child adds up before it leaves them to the parent:
 * of all widths, modulo their number of values, beside neighbours that are not
 * to change, more of them than it remembers at a time; and other updates of the
 * same bytes, which keep their place.
 */
#include "ahead.h"

enum { TRIPS = 200, BINS = 70000 };

static struct {
  unsigned char narrow[5];
  signed char small;
  unsigned short pair[3];
  int number;
  unsigned rest;
  long long wide;
} all, wanted;

static unsigned mix, bins[BINS], wanted_mix, wanted_bins[BINS];

static void append(void *target, const void *value) {
  *(unsigned *)target =
      *(unsigned *)target * 31 + *(const unsigned short *)value;
}

static unsigned bin_of(long long at, unsigned k) {
  return (unsigned)(at * 7919 + k * 104729) % BINS;
}

static void count(void *unused, long long at) {
  (void)unused;
  all.narrow[at % 5]++;
  all.narrow[1] = (unsigned char)(all.narrow[1] + at);
  all.small = (signed char)(all.small - at % 3);
  all.pair[at % 3] = (unsigned short)(all.pair[at % 3] + 40000);
  all.number -= (int)at;
  all.wide += at << 40;
  mix += 5;
  mix = mix * 31 + (unsigned short)at;
  mix -= 2;
  for (unsigned k = 0; k < 900; k++)
    bins[bin_of(at, k)] += k;
}

#define ADD(x, by)                                                             \
  do {                                                                         \
    static struct hk_spec_sum known;                                           \
    unsigned long long sum = (unsigned long long)(by);                         \
    if (!hk_spec_add_again(&known, &(x), sum) &&                               \
        !hk_spec_add(&known, &(x), sizeof(x), sum)) {                          \
      hk_spec_update(&(x), sizeof(x));                                         \
      (x) = (__typeof__(x))((x) + (by));                                       \
    }                                                                          \
  } while (0)

static void count_deferred(void *unused, long long at) {
  (void)unused;
  unsigned short part = (unsigned short)at;
  ADD(all.narrow[at % 5], 1);
  ADD(all.narrow[1], at);
  ADD(all.small, -(at % 3));
  ADD(all.pair[at % 3], 40000);
  ADD(all.number, -at);
  ADD(all.wide, at << 40);
  ADD(mix, 5);
  static struct hk_spec_site site;
  if (!hk_spec_defer(&site, &mix, sizeof mix, append, &part, sizeof part))
    W(mix, R(mix) * 31 + part);
  ADD(mix, -2);
  for (unsigned k = 0; k < 900; k++)
    ADD(bins[bin_of(at, k)], k);
}

AHEAD(counts, count, count_deferred);

int main(void) {
  begin_test();
  all.small = -100;
  all.rest = wanted_mix = 77;
  for (long long at = 0; at < TRIPS; at++)
    count(NULL, at);
  wanted = all;
  wanted_mix = mix;
  memcpy(wanted_bins, bins, sizeof bins);
  memset(&all, 0, sizeof all);
  memset(bins, 0, sizeof bins);
  mix = 0;
  all.small = -100;
  all.rest = 77;
  run_ahead(&counts, NULL, TRIPS);
  check_right(&counts);
  CHECK(memcmp(&all, &wanted, sizeof all) == 0);
  CHECK(mix == wanted_mix);
  CHECK(memcmp(bins, wanted_bins, sizeof bins) == 0);
  return 0;
}
