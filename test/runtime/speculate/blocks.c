/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks of memory: those that iterations allocate and free are theirs, those
 * that were there before are freed by the parent when it takes the child's work
 * over, and blocks that are to stay cannot be had from a child, nor so many
 * that it must have gone astray.
 */
#include "ahead.h"

enum { TRIPS = 64, MOST = 3000 };

static long long sums[TRIPS];

static void use(void *unused, long long at) {
  (void)unused;
  int count = (int)(at * 37 % MOST + 1);
  int *numbers = malloc((size_t)count * sizeof *numbers);
  int *zeros = calloc((size_t)count, sizeof *zeros);
  CHECK(numbers && zeros);
  for (int i = 0; i < count; i++)
    numbers[i] = i + zeros[i];
  numbers = realloc(numbers, 2 * (size_t)count * sizeof *numbers);
  CHECK(numbers);
  sums[at] = 0;
  for (int i = 0; i < count; i++)
    sums[at] += numbers[i] + (zeros[i] = 1) - 1;
  free(numbers);
  free(zeros);
}

static void use_marked(void *unused, long long at) {
  (void)unused;
  int count = (int)(at * 37 % MOST + 1);
  int *numbers = hk_spec_malloc((size_t)count * sizeof *numbers);
  int *zeros = hk_spec_calloc((size_t)count, sizeof *zeros);
  CHECK(numbers && zeros && (unsigned long)numbers % 16 == 0);
  for (int i = 0; i < count; i++)
    W(numbers[i], i + R(zeros[i]));
  numbers = hk_spec_realloc(numbers, 2 * (size_t)count * sizeof *numbers);
  W(sums[at], 0);
  for (int i = 0; i < count; i++) {
    W(sums[at], R(sums[at]) + R(numbers[i]));
    W(zeros[i], 1);
  }
  hk_spec_free(numbers);
  hk_spec_free(zeros);
  hk_spec_free(NULL);
}

/* Blocks of before: what is in them, and freeing them. glibc keeps what was
 * freed last for the next malloc of its size. */
static int *old[TRIPS];

static void release(void *unused, long long at) {
  (void)unused;
  sums[at] = old[at][0]++;
  free(old[at]);
  old[at] = NULL;
}

static void release_marked(void *unused, long long at) {
  (void)unused;
  W(sums[at], R(R(old[at])[0]));
  W(old[at][0], 1);
  hk_spec_free(R(old[at]));
  W(old[at], NULL);
}

static void keep(void *unused, long long at) {
  (void)unused;
  old[at] = malloc(sizeof(int));
  CHECK(old[at]);
  *old[at] = (int)at;
}

static void keep_marked(void *unused, long long at) {
  (void)unused;
  W(old[at], hk_spec_malloc(sizeof(int)));
  W(*R(old[at]), (int)at);
}

static void grow(void *unused, long long at) {
  (void)unused;
  old[at] = realloc(old[at], 1000);
  CHECK(old[at]);
}

static void grow_marked(void *unused, long long at) {
  (void)unused;
  W(old[at], hk_spec_realloc(R(old[at]), 1000));
}

/* More than a child is to have, of which it would have touched little. */
static void nothing(void *unused, long long at) {
  (void)unused;
  (void)at;
}

static void take_much(void *unused, long long at) {
  (void)unused;
  (void)at;
  enum { BLOCKS = 40 };
  const size_t bytes = sizeof(void *) < 8 ? 1u << 20 : 1u << 26;
  void *blocks[BLOCKS];
  for (int i = 0; i < BLOCKS; i++)
    blocks[i] = hk_spec_malloc(bytes);
  for (int i = 0; i < BLOCKS; i++)
    hk_spec_free(blocks[i]);
}

AHEAD(takes, nothing, take_much);
AHEAD(uses, use, use_marked);
AHEAD(releases, release, release_marked);
AHEAD(keeps, keep, keep_marked);
AHEAD(grows, grow, grow_marked);

/* How much is allocated; the program's own counts, for sanitizers have others.
 */
int main(void) {
  begin_test();
  run_ahead(&uses, NULL, TRIPS);
  check_right(&uses);
  for (long long at = 0; at < TRIPS; at++) {
    long long count = at * 37 % MOST + 1;
    CHECK(sums[at] == count * (count - 1) / 2);
  }
  run_ahead(&keeps, NULL, TRIPS);
  check_wrong(&keeps, HKI_STAYS);
  for (int at = 0; at < TRIPS; at++)
    CHECK(old[at] && *old[at] == at);
  run_ahead(&grows, NULL, TRIPS);
  check_wrong(&grows, HKI_STAYS);
  for (int at = 0; at < TRIPS; at++)
    CHECK(*old[at] == at);
  run_ahead(&takes, NULL, TRIPS);
  check_wrong(&takes, HKI_FULL);
  run_ahead(&releases, NULL, TRIPS);
  check_right(&releases);
  for (int at = 0; at < TRIPS; at++)
    CHECK(sums[at] == at && !old[at]);
  return 0;
}
