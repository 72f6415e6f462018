/* SPDX-License-Identifier: Apache-2.0
 *
 * A clone asks of many places at once whether it has touched all of them: in
 * both directions, next to each other, with gaps in which nothing counts, at
 * odd addresses, where there is no memory.
 */
#include "ahead.h"

enum { TRIPS = 200, MANY = 1000 };

static char bytes[MANY];
static double wide[MANY];
static int said[TRIPS], wanted[TRIPS];

static void text(void *unused, long long at) {
  (void)unused;
  for (int k = 0; k < MANY; k++) {
    bytes[k] = (char)at;
    if (k % 3 == 1)
      wide[k] = (double)at;
  }
  said[at] = 0x3ff;
}

/* From the first address to the last, as many as are said. */
static int covers(const volatile void *first, const volatile void *last,
                  unsigned long size, long long count) {
  static struct hk_spec_cover known[2];
  long step = ((long)last - (long)first) / (count - 1);
  const volatile void *second = (const volatile char *)first + step;
  int holds = hk_spec_covers(&known[0], first, second, first, size, count, 1);
  /* Again, and as one column of as many rows. */
  CHECK(holds ==
        hk_spec_covers(&known[0], first, second, first, size, count, 1));
  CHECK(holds ==
        hk_spec_covers(&known[1], first, first, second, size, 1, count));
  return holds;
}

/* Rows and columns of a square, from its corners. */
static int covers_square(void) {
  static struct hk_spec_cover known;
  const volatile double *a = &wide[0] + 1, *end = &wide[0] + 988;
  int holds =
      hk_spec_covers(&known, a, a + 3, a + 30, sizeof *a, 10, 33) &&
      hk_spec_covers(&known, end, end - 3, end - 30, sizeof *a, 10, 33) &&
      hk_spec_covers(&known, a, a + 3, a + 30, sizeof *a, 9, 20);
  return holds && !hk_spec_covers(&known, a, a + 3, a + 31, sizeof *a, 10, 32);
}

static void clone(void *unused, long long at) {
  (void)unused;
  int all = 0;
  /* Nothing yet, in the child's first iteration; it does all it can to find
   * out whether it is that. */
  int is_first = !hk_spec_is_touched(&bytes[5], hk_spec_bits(&bytes[5], 1));
  if (is_first)
    all |= !covers(&bytes[5], &bytes[20], 1, 16);
  else
    all |= covers(&bytes[5], &bytes[20], 1, 16);
  for (int k = 0; k < MANY; k++) {
    W(bytes[k], (char)at);
    if (k % 3 == 1)
      W(wide[k], (double)at);
  }
  all |= covers(&bytes[0], &bytes[MANY - 1], 1, MANY) << 1;
  all |= covers(&bytes[MANY - 2], &bytes[3], 1, MANY - 4) << 2;
  all |= covers(&wide[1], &wide[997], sizeof *wide, 333) << 3;
  all |= covers(&wide[997], &wide[1], sizeof *wide, 333) << 4;
  all |= !covers(&wide[1], &wide[997], sizeof *wide, 997) << 5;
  all |= !covers(&wide[1], &wide[998], sizeof *wide, 998) << 6;
  all |= !covers((char *)0 + 8, (char *)0 + 64, 8, 8) << 7;
  all |= !covers((char *)-4096, (char *)-9, 16, 512) << 8;
  all |= covers_square() << 9;
  W(said[at], all);
}

AHEAD(places, text, clone);

int main(void) {
  begin_test();
  for (int k = 0; k < TRIPS; k++)
    wanted[k] = 0x3ff;
  run_ahead(&places, NULL, TRIPS);
  check_right(&places);
  CHECK(memcmp(said, wanted, sizeof said) == 0);
  return 0;
}
