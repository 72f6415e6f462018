/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory that iterations before have unmapped or protected when the child's
 * work is to be taken over; memory that other processes see, which a child may
 * not touch; and more memory than a child can note.
 */
#define _DEFAULT_SOURCE
#include "ahead.h"

#include <sys/mman.h>

enum { TRIPS = 2, PAGE = 65536 };

static int *page;
static int results[TRIPS];
static enum { UNMAP, PROTECT, SHUT, NOTHING } what;
static int writes;

static int *map(int kind) {
  int *memory =
      mmap(NULL, PAGE, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0);
  CHECK(memory != MAP_FAILED);
  memory[5] = 7;
  return memory;
}

/* Iteration 0; what iteration 1 does in the program must not be wrong, so it
 * asks. */
static void take_away(void *unused, long long at) {
  (void)unused;
  if (at == 0) {
    int problem = what == UNMAP     ? munmap(page, PAGE)
                  : what == PROTECT ? mprotect(page, PAGE, PROT_READ)
                  : what == SHUT    ? mprotect(page, PAGE, PROT_NONE)
                                    : 0;
    CHECK(problem == 0);
  } else if (what == NOTHING && writes) {
    page[5] = 8;
  }
  results[at] = 1;
}

static void use(void *unused, long long at) {
  (void)unused;
  if (writes)
    W(page[5], 8);
  else
    (void)R(page[5]);
  W(results[at], 1);
}

static void check(int does_write, int kind, int action,
                  enum hki_verdict verdict) {
  struct ahead ahead = {
      {.name = "memory", .body = body, .always = 1}, take_away, use};
  writes = does_write;
  what = action;
  page = map(kind);
  memset(results, 0, sizeof results);
  run_ahead(&ahead, NULL, TRIPS);
  CHECK(results[0] == 1 && results[1] == 1);
  if (verdict == HKI_GOOD)
    check_right(&ahead);
  else
    check_wrong(&ahead, verdict);
  if (what == NOTHING)
    CHECK(page[5] == (writes ? 8 : 7));
  if (what != UNMAP)
    munmap(page, PAGE);
}

/* An iteration that touches so much that its child has to stop after it, and
 * one for which there is no room at all. */
static char *much;
static size_t touched;

static void touch(void *unused, long long at) {
  (void)unused;
  much[touched + (size_t)at * 8] = 1;
}

static void touch_much(void *unused, long long at) {
  (void)unused;
  for (size_t i = 0; i < touched; i += 8)
    hk_spec_read(much + i, 1);
  W(much[touched + (size_t)at * 8], 1);
}

static void too_much(void) {
  const size_t most = (size_t)8 << (sizeof(void *) < 8 ? 17 : 22);
  struct ahead full = {
      {.name = "full", .body = body, .always = 1}, touch, touch_much};
  struct ahead fuller = full;
  much = mmap(NULL, 2 * most, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(much != MAP_FAILED);
  touched = most + 8;
  run_ahead(&fuller, NULL, 3);
  check_wrong(&fuller, HKI_FULL);
  touched = most - most / 8;
  run_ahead(&full, NULL, 20);
  /* Children of more than one iteration stop after their first. */
  const struct hki_history *history = history_of(&full);
  CHECK(history->successes > 0);
  CHECK(history->attempts > 5);
  for (size_t at = 0; at < 20; at++)
    CHECK(much[touched + at * 8] == 1);
}

int main(void) {
  begin_test();
  for (int does_write = 0; does_write < 2; does_write++) {
    check(does_write, MAP_PRIVATE, NOTHING, HKI_GOOD);
    check(does_write, MAP_SHARED, NOTHING, HKI_SHARED);
    check(does_write, MAP_PRIVATE, UNMAP, HKI_GONE);
    check(does_write, MAP_PRIVATE, SHUT, HKI_GONE);
    check(does_write, MAP_PRIVATE, PROTECT, does_write ? HKI_GONE : HKI_GOOD);
  }
  too_much();
  return 0;
}
