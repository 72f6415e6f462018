/* SPDX-License-Identifier: Apache-2.0
 *
 * What an iteration takes at other prices than it has run at, and which price
 * is enough for what is left of it.
 */
#include "check.h"

#include "deadline/estimate.h"

/* At the second price half the clock, at the third a quarter; a part that
 * waits for memory does not mind. */
static const float works[] = {1, 2, 4}, waits[] = {1, 1, 1};

static struct hki_estimate started(void) {
  return (struct hki_estimate){.prices = 3};
}

static void nothing_is_known(void) {
  struct hki_estimate estimate = started();
  CHECK(hki_estimate_price(&estimate, 1e9) == 0);
  hki_estimate_add(&estimate, works, 0, 100);
  CHECK(hki_estimate_price(&estimate, 1e9) == 0);
}

static void scales(void) {
  struct hki_estimate estimate = started();
  hki_estimate_add(&estimate, works, 1, 200); /* 100 at the highest points */
  hki_estimate_add(&estimate, waits, 1, 50);
  hki_estimate_end(&estimate);
  CHECK(estimate.whole[0] == 150 && estimate.whole[1] == 250);
  CHECK(estimate.whole[2] == 450);
  CHECK(hki_estimate_price(&estimate, 450) == 2);
  CHECK(hki_estimate_price(&estimate, 449) == 1);
  CHECK(hki_estimate_price(&estimate, 249) == 0);
  CHECK(hki_estimate_price(&estimate, 10) == 0); /* late in any case */
}

static void what_is_left(void) {
  struct hki_estimate estimate = started();
  hki_estimate_add(&estimate, works, 0, 100);
  hki_estimate_end(&estimate);
  hki_estimate_add(&estimate, works, 2, 200); /* a half is done */
  CHECK(hki_estimate_price(&estimate, 200) == 2);
  CHECK(hki_estimate_price(&estimate, 199) == 1);
  hki_estimate_add(&estimate, works, 0, 51); /* longer than any before */
  CHECK(hki_estimate_price(&estimate, 1e9) == 0);
}

static void iteration(struct hki_estimate *estimate, double ns) {
  hki_estimate_add(estimate, works, 0, ns);
  hki_estimate_end(estimate);
}

static void the_longest_of_the_last(void) {
  struct hki_estimate estimate = started();
  iteration(&estimate, 100);
  iteration(&estimate, 200);
  CHECK(estimate.whole[0] == 200 && estimate.whole[2] == 800);
  for (int i = 0; i < 31; i++)
    iteration(&estimate, 100);
  CHECK(estimate.whole[0] == 200);
  for (int i = 0; i < 32; i++)
    iteration(&estimate, 100);
  CHECK(estimate.whole[0] == 100);
}

int main(void) {
  nothing_is_known();
  scales();
  what_is_left();
  the_longest_of_the_last();
  return 0;
}
