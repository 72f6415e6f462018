/* SPDX-License-Identifier: Apache-2.0
 *
 * Meeting. The number of the round, which only grows, is the barrier's sense:
 * nobody can mistake one round for the next, and nothing is ever reset.
 *
 * Threads with numbers store it in lines of their own, and look for it in all
 * others: as no two write one line, and lines travel independently, a round
 * takes the way of one line. Where clusters are given, a thread looks only at
 * those of its cluster, and the first one of each at its fellows (combining
 * tree: Yew, Tzeng, Lawrie 1987; Mellor-Crummey, Scott 1991).
 *
 * No wake-up is lost. A sleeper counts itself, then looks at all lines; who
 * arrives stores its line, then loads the count (Dekker's pattern; all are
 * sequentially consistent). So of the last to arrive and a sleeper at least one
 * sees the other: the sleeper does not sleep, or the last one finds all there
 * and a sleeper, changes `gate` and wakes. A sleeper loads `gate` before it
 * looks, and the kernel compares it with that once more.
 */
#include "waits/barrier.h"

#include "platform/platform.h"
#include "waits/strategy.h"
#include "waits/waiter.h"
#include "waits/waiting.h"

#include <errno.h>
#include <stdlib.h>

static bool has_more_threads_than_processors(unsigned count) {
  unsigned *list;
  unsigned processors = hki_platform_processors(&list);
  free(list);
  return count > processors;
}

static int set_clusters(struct hk_barrier *barrier, const unsigned *clusters,
                        unsigned count) {
  unsigned first = 0;
  for (unsigned i = 0; i < count; i++) {
    if (clusters[i] == 0 || clusters[i] > barrier->count - first)
      return -EINVAL;
    unsigned end = first + clusters[i];
    for (; first < end; first++)
      if (first < HK_BARRIER_LINES) {
        barrier->lines[first].first = end - clusters[i];
        barrier->lines[first].end = end;
      }
  }
  return first == barrier->count ? 0 : -EINVAL;
}

int hk_barrier_init_with(struct hk_barrier *barrier, unsigned count,
                         const struct hk_barrier_options *options) {
  static const struct hk_barrier_options usual;
  if (!options)
    options = &usual;
  if (count == 0)
    return -EINVAL;
  *barrier = (struct hk_barrier){.count = count};
  barrier->is_shared = options->is_shared != 0;
  barrier->is_crowded = has_more_threads_than_processors(count);
  barrier->is_clustered = options->clusters && options->cluster_count > 1;
  return options->clusters
             ? set_clusters(barrier, options->clusters, options->cluster_count)
             : 0;
}

int hk_barrier_init(struct hk_barrier *barrier, unsigned count) {
  return hk_barrier_init_with(barrier, count, NULL);
}

static void open_gate(struct hk_barrier *barrier) {
  __atomic_fetch_add(&barrier->gate, 1, __ATOMIC_SEQ_CST);
  if (barrier->is_shared)
    hki_platform_wake_shared(&barrier->gate);
  else
    hki_platform_wake(&barrier->gate);
}

static bool has_sleepers(const struct hk_barrier *barrier) {
  return __atomic_load_n(&barrier->sleepers, __ATOMIC_SEQ_CST) != 0;
}

static void sleep_until(struct hki_round *round, bool (*is_over)(void *)) {
  struct hk_barrier *barrier = round->barrier;
  unsigned long long before = hki_platform_clock();
  __atomic_fetch_add(&barrier->sleepers, 1, __ATOMIC_SEQ_CST);
  for (;;) {
    unsigned gate = __atomic_load_n(&barrier->gate, __ATOMIC_SEQ_CST);
    if (is_over(round))
      break;
    if (barrier->is_shared) {
      hki_platform_sleep_shared(&barrier->gate, gate);
    } else {
      hki_check_orphan();
      hki_platform_sleep(&barrier->gate, gate);
    }
  }
  __atomic_fetch_sub(&barrier->sleepers, 1, __ATOMIC_RELAXED);
  hki_wait_slept(before);
}

/* `is_over` may take a look less than `is_complete`, and is then not true in
 * each moment that this is. */
static void await(struct hki_round *round, bool (*is_over)(void *),
                  bool (*is_complete)(void *), unsigned spin) {
  struct hk_barrier *barrier = round->barrier;
  struct hki_waiter *waiter = hki_own_waiter;
  if (waiter) {
    waiter->wait(waiter, &(struct hki_awaited){
                             is_complete, round,
                             barrier->is_shared ? NULL : &barrier->gate,
                             &barrier->sleepers});
    return;
  }
  bool forever = hki_never_sleeps();
  while (!hki_look_awake(is_over, round, forever ? HKI_SPIN : spin)) {
    if (!forever) {
      sleep_until(round, is_complete);
      return;
    }
    if (!barrier->is_shared)
      hki_check_orphan();
  }
}

unsigned hki_barrier_spin(const struct hk_barrier *barrier) {
  return barrier->is_crowded ? 0 : hki_usual_spin();
}

/* Threads without numbers. */

static bool has_passed(void *argument) {
  const struct hki_round *round = argument;
  return hki_reached(__atomic_load_n(&round->barrier->passed, __ATOMIC_SEQ_CST),
                     round->number);
}

int hk_barrier_wait(struct hk_barrier *barrier) {
  /* The number cannot move before this thread has arrived. */
  struct hki_round round = {
      barrier, 0, __atomic_load_n(&barrier->passed, __ATOMIC_RELAXED) + 1};
  /* Release: what this thread did; acquire: what those before it did, which
   * the last one hands on. */
  unsigned before = __atomic_fetch_add(&barrier->arrived, 1, __ATOMIC_ACQ_REL);
  if (before + 1 < barrier->count) {
    await(&round, has_passed, has_passed, hki_barrier_spin(barrier));
    return 0;
  }
  __atomic_store_n(&barrier->arrived, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&barrier->passed, round.number, __ATOMIC_SEQ_CST);
  if (has_sleepers(barrier))
    open_gate(barrier);
  return 1;
}

/* Threads with numbers. */

static bool has_come(const struct hki_round *round, unsigned thread) {
  return hki_reached(
      __atomic_load_n(&round->barrier->lines[thread].arrived, __ATOMIC_SEQ_CST),
      round->number);
}

static bool have_come(void *argument) {
  const struct hki_round *round = argument;
  for (unsigned i = 0; i < round->barrier->count; i++)
    if (!has_come(round, i))
      return false;
  return true;
}

static bool has(const unsigned *number, const struct hki_round *round) {
  return hki_reached(__atomic_load_n(number, __ATOMIC_ACQUIRE), round->number);
}

/* The first thread of a cluster, for its cluster: true when all clusters are
 * complete. */
static bool clusters_have_come(struct hki_round *round) {
  struct hk_barrier_line *lines = round->barrier->lines;
  struct hk_barrier_line *own = &lines[round->thread];
  for (unsigned i = own->first + 1; !has(&own->joined, round) && i < own->end;
       i++)
    if (!has_come(round, i))
      return false;
  __atomic_store_n(&own->joined, round->number, __ATOMIC_RELEASE);
  for (unsigned i = 0; i < round->barrier->count; i = lines[i].end)
    if (!has(&lines[i].joined, round))
      return false;
  return true;
}

static bool is_released(void *argument) {
  struct hki_round *round = argument;
  const struct hk_barrier_line *lines = round->barrier->lines;
  unsigned first = lines[round->thread].first;
  return round->thread == first ? clusters_have_come(round)
                                : has(&lines[first].released, round);
}

static bool is_over(struct hki_round *round) {
  return round->barrier->is_clustered ? is_released(round) : have_come(round);
}

/* The first thread of a cluster lets the others go. */
static void release(const struct hki_round *round) {
  struct hk_barrier_line *own = &round->barrier->lines[round->thread];
  if (!round->barrier->is_clustered || own->first != round->thread)
    return;
  __atomic_store_n(&own->joined, round->number, __ATOMIC_RELEASE);
  __atomic_store_n(&own->released, round->number, __ATOMIC_RELEASE);
}

bool hki_barrier_arrive(struct hki_round *round, struct hk_barrier *barrier,
                        unsigned thread) {
  unsigned *arrived = &barrier->lines[thread].arrived;
  *round = (struct hki_round){barrier, thread,
                              __atomic_load_n(arrived, __ATOMIC_RELAXED) + 1};
  __atomic_store_n(arrived, round->number, __ATOMIC_SEQ_CST);
  if (has_sleepers(barrier) && have_come(round))
    open_gate(barrier);
  if (!is_over(round))
    return false;
  release(round);
  return true;
}

unsigned hki_barrier_missing(const struct hki_round *round, unsigned *last) {
  unsigned missing = 0;
  for (unsigned i = 0; i < round->barrier->count; i++)
    if (!has_come(round, i)) {
      missing++;
      *last = i;
    }
  return missing;
}

void hki_barrier_await(struct hki_round *round, unsigned spin) {
  await(round, round->barrier->is_clustered ? is_released : have_come,
        have_come, spin);
  release(round);
}

int hk_barrier_wait_as(struct hk_barrier *barrier, unsigned thread) {
  struct hki_round round;
  if (thread >= barrier->count)
    return -EINVAL;
  if (barrier->count > HK_BARRIER_LINES)
    return hk_barrier_wait(barrier);
  if (!hki_barrier_arrive(&round, barrier, thread))
    hki_barrier_await(&round, hki_barrier_spin(barrier));
  return thread == 0;
}
