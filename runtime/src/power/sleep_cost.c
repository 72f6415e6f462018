/* SPDX-License-Identifier: Apache-2.0
 *
 * What a sleep in the kernel costs here, for the choice of how to wait: a
 * thread sleeps on another of the program's cores, and is woken a few times by
 * this one, which looks for its answer all the time. From the call that wakes
 * it to the answer it is the system call, the interrupt of the other core, its
 * way out of a light idle state, and the switch to the thread. From a few
 * microseconds on bare metal it goes to some tens where a hypervisor is in
 * between, so that no constant would do.
 *
 * The median counts: the thread may not be asleep yet when it is woken, or be
 * kept from its core by others. Whatever takes too long ends it: nobody waits
 * for the other thread, and who is last frees what both have.
 */
#include "power/sleep_cost.h"

#include "arch.h"
#include "platform/platform.h"

#include <stdlib.h>

enum {
  TRIES = 9,
  SETTLE_NS = 20 * 1000, /* to fall asleep */
  MOST_NS = 1000 * 1000, /* for one step */
  LEAST_COST = 1000,     /* what no system goes below */
  LARGEST_COST = 200000, /* then the machine is busy, which is another matter */
};

struct pair {
  unsigned word;   /* the sleeper's: rises by 1 with each wake-up */
  unsigned ready;  /* the sleeper is about to sleep for the n-th time */
  unsigned answer; /* it has seen `word` as this */
  unsigned users;  /* of both threads */
  unsigned cpu;    /* for the sleeper */
};

static unsigned load(const unsigned *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static void store(unsigned *word, unsigned value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static void leave(struct pair *pair) {
  if (__atomic_sub_fetch(&pair->users, 1, __ATOMIC_ACQ_REL) == 0)
    free(pair);
}

static void sleep_often(void *argument) {
  struct pair *pair = argument;
  hki_platform_pin(hki_platform_self(), &pair->cpu, 1);
  for (unsigned seen = 0; seen < TRIES;) {
    store(&pair->ready, seen + 1);
    unsigned word;
    while ((word = load(&pair->word)) == seen)
      hki_platform_sleep(&pair->word, seen);
    seen = word;
    store(&pair->answer, seen);
  }
  leave(pair);
}

/* Looks until `*word` is `value`; false if that takes too long. */
static bool look_for(const unsigned *word, unsigned value) {
  unsigned long long begin = hki_platform_clock();
  while (load(word) != value) {
    if (hki_platform_clock() - begin > MOST_NS)
      return false;
    hki_pause();
  }
  return true;
}

static void settle(void) {
  unsigned long long begin = hki_platform_clock();
  while (hki_platform_clock() - begin < SETTLE_NS)
    hki_pause();
}

static void wake(struct pair *pair, unsigned number) {
  __atomic_store_n(&pair->word, number, __ATOMIC_SEQ_CST);
  hki_platform_wake(&pair->word);
}

static int ascending(const void *a, const void *b) {
  unsigned long long first = *(const unsigned long long *)a;
  unsigned long long second = *(const unsigned long long *)b;
  return (first > second) - (first < second);
}

/* The median of all tries; 0 if one of them took too long. */
static unsigned long long measure(struct pair *pair) {
  unsigned long long took[TRIES];
  for (unsigned i = 0; i < TRIES; i++) {
    if (!look_for(&pair->ready, i + 1))
      return 0;
    settle();
    unsigned long long begin = hki_platform_clock();
    wake(pair, i + 1);
    if (!look_for(&pair->answer, i + 1))
      return 0;
    took[i] = hki_platform_clock() - begin;
  }
  qsort(took, TRIES, sizeof *took, ascending);
  return took[TRIES / 2];
}

unsigned long long hki_sleep_cost(const unsigned *cpus, unsigned count) {
  int own = hki_platform_current();
  unsigned other = 0;
  while (other < count && (int)cpus[other] == own)
    other++;
  struct pair *pair = other < count ? calloc(1, sizeof *pair) : NULL;
  if (!pair)
    return 0;
  struct hki_signals before;
  pair->cpu = cpus[other];
  pair->users = 2;
  if (hki_platform_start(sleep_often, pair, &before) != 0) {
    free(pair);
    return 0;
  }
  unsigned long long cost = measure(pair);
  wake(pair, TRIES); /* it ends, if it has not yet */
  leave(pair);
  if (cost == 0)
    return 0;
  return cost < LEAST_COST     ? LEAST_COST
         : cost > LARGEST_COST ? LARGEST_COST
                               : cost;
}
