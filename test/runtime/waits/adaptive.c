/* SPDX-License-Identifier: Apache-2.0
 *
 * The power-aware barrier on virtual clocks: who comes early steps down, the
 * last but one has the last boosted, then all are put back, in this order; and
 * nothing is asked for where waits are short or unknown, clocks slow, or
 * where a clock is shared.
 */
#include "../check.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

enum { THREADS = 3, LOW = 500000, MID = 1000000, HIGH = 2000000, US = 1000 };

static const struct hk_power_point points[] = {{LOW, 0}, {MID, 0}, {HIGH, 0}};
static const unsigned cpus[] = {0, 1, 2};
static const unsigned khz[] = {MID, MID, MID};

static unsigned long long stamps;

/* Each change has a time of its own. */
static unsigned long long virtual_ns(void *context) {
  (void)context;
  return __atomic_add_fetch(&stamps, 1000000, __ATOMIC_RELAXED);
}

static struct hk_barrier barrier;
static struct hk_gap gaps[THREADS];
static struct hk_barrier_power parts = {.cpus = cpus, .khz = khz, .gaps = gaps};
static unsigned long changes_before[THREADS]; /* a thread comes after so many */

static void open_clocks(const struct hk_power_domain *domains, unsigned count) {
  static struct hk_power_chip chip;
  struct hk_power_options options = {.backend = HK_POWER_SIM,
                                     .virtual_ns = virtual_ns};
  chip = (struct hk_power_chip){
      .name = "test", .domains = domains, .domain_count = count};
  CHECK(hk_power_open(&chip, &options, &parts.power) == 0);
  for (unsigned i = 0; i < THREADS; i++)
    CHECK(hk_power_request(parts.power, cpus[i], MID) >= 0);
}

static void open_apart(unsigned long long transition_ns) {
  static struct hk_power_domain domains[THREADS];
  for (unsigned i = 0; i < THREADS; i++)
    domains[i] = (struct hk_power_domain){.name = "core",
                                          .cpus = &cpus[i],
                                          .cpu_count = 1,
                                          .points = points,
                                          .point_count = 3,
                                          .transition_ns = transition_ns};
  open_clocks(domains, THREADS);
}

static struct hk_power_counts counts(void) {
  struct hk_power_counts counts;
  hk_power_count(parts.power, &counts);
  return counts;
}

static void *come(void *argument) {
  unsigned id = (unsigned)(unsigned long)argument;
  for (unsigned i = 0; i < id; i++)
    while (__atomic_load_n(&barrier.lines[i].arrived, __ATOMIC_ACQUIRE) == 0)
      usleep(50);
  while (counts().changes < changes_before[id])
    usleep(50);
  CHECK(hk_barrier_wait_power(&barrier, id, &parts) == (id == 0));
  return NULL;
}

/* One round of all, in order, each expecting to wait for so long. */
static void meet(unsigned long long wait_ns) {
  pthread_t threads[THREADS];
  CHECK(hk_barrier_init(&barrier, THREADS) == 0);
  for (unsigned i = 0; i < THREADS; i++)
    gaps[i] = (struct hk_gap){wait_ns, wait_ns, 5};
  for (unsigned i = 0; i < THREADS; i++)
    CHECK(pthread_create(&threads[i], NULL, come, (void *)(unsigned long)i) ==
          0);
  for (unsigned i = 0; i < THREADS; i++)
    CHECK(pthread_join(threads[i], NULL) == 0);
}

static unsigned long long change(unsigned cpu, unsigned long index,
                                 unsigned from, unsigned to) {
  struct hk_power_event event;
  CHECK(hk_power_log(parts.power, cpu, index, &event) == 0);
  CHECK(event.from_khz == from && event.to_khz == to);
  return event.ns;
}

static void no_change(unsigned cpu, unsigned long index) {
  struct hk_power_event event;
  CHECK(hk_power_log(parts.power, cpu, index, &event) == -ENOENT);
}

/* Who has found the last one missing may boost it when another one has taken
 * the boost back. */
static void no_change_but_a_boost(unsigned cpu, unsigned long index) {
  struct hk_power_event again;
  if (hk_power_log(parts.power, cpu, index, &again) == 0) {
    change(cpu, index, MID, HIGH);
    change(cpu, index + 1, HIGH, MID);
    index += 2;
  }
  no_change(cpu, index);
}

static void steps_in_order(void) {
  open_apart(50 * US);
  unsigned long first = counts().changes; /* all to MID */
  changes_before[1] = first + 1;
  changes_before[2] = first + 3;
  meet(1000 * US);
  unsigned long long down0 = change(0, 1, MID, LOW);
  unsigned long long up0 = change(0, 2, LOW, MID);
  unsigned long long down1 = change(1, 1, MID, LOW);
  unsigned long long up1 = change(1, 2, LOW, MID);
  unsigned long long boost = change(2, 1, MID, HIGH);
  unsigned long long normal = change(2, 2, HIGH, MID);
  no_change(0, 3);
  no_change(1, 3);
  no_change_but_a_boost(2, 3);
  /* Either may boost the last one, both where they come at once; who did goes
   * up itself before it takes that back. */
  CHECK(down0 < down1 && down1 < boost && boost < up0 && boost < up1 &&
        (up0 < normal || up1 < normal));
  for (unsigned i = 0; i < THREADS; i++) /* and it was learned */
    CHECK(gaps[i].last_ns != 1000 * US);
  hk_power_close(parts.power);
}

static void asks_for_nothing(unsigned long long transition_ns,
                             unsigned long long wait_ns) {
  open_apart(transition_ns);
  memset(changes_before, 0, sizeof changes_before);
  unsigned long before = counts().requests;
  meet(wait_ns);
  CHECK(counts().requests == before);
  hk_power_close(parts.power);
}

/* Of cores on one clock none steps down. */
static void shares_a_clock(void) {
  static const struct hk_power_domain domain = {.name = "cluster",
                                                .cpus = cpus,
                                                .cpu_count = 3,
                                                .points = points,
                                                .point_count = 3,
                                                .transition_ns = 50 * US};
  open_clocks(&domain, 1);
  memset(changes_before, 0, sizeof changes_before);
  changes_before[2] = counts().changes + 1;
  unsigned long before = counts().requests;
  meet(1000 * US);
  /* The first two may both find that one is missing, and boost it. */
  unsigned long asked = counts().requests - before;
  CHECK(asked == 2 || asked == 4);
  change(0, 1, MID, HIGH);
  change(0, 2, HIGH, MID);
  if (asked == 4)
    no_change_but_a_boost(0, 3);
  else
    no_change(0, 3);
  hk_power_close(parts.power);
}

/* A wait longer than an idle state's break-even time is slept through, which
 * changes no request. */
static void gates(void) {
  static const struct hk_idle_state state = {"off", 10 * US, 10 * US, 100 * US,
                                             0};
  static const struct hk_idle_table table = {&state, 1, 0, 5 * US, 0};
  parts.idle = &table;
  steps_in_order();
  asks_for_nothing(50 * US, 150 * US);
  parts.idle = NULL;
}

int main(void) {
  steps_in_order();
  asks_for_nothing(50 * US, 199 * US); /* HK_BARRIER_WORTH changes: 200 */
  asks_for_nothing(50 * US, 0);        /* not known */
  asks_for_nothing(2000 * US, 1000 * US);
  asks_for_nothing(0, 3000 * US); /* how long a change takes is not known */
  shares_a_clock();
  gates();
  CHECK(hk_barrier_wait_power(&barrier, THREADS, &parts) == -EINVAL);
  return 0;
}
