/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/children.h"

#include "platform/platform.h"
#include "speculate/heap/regions.h"

#include "arch.h"

#include <limits.h>

enum { LEAVING = 2 * HKI_MOST_CHILDREN };

/* A child that is done needs some time to end, for which nobody waits. */
static void let_go(struct hki_children *children, long process) {
  if (process == 0 || hki_platform_has_ended(process))
    return;
  for (unsigned i = 0; i < LEAVING; i++)
    if (children->leaving[i] == 0 ||
        hki_platform_has_ended(children->leaving[i])) {
      children->leaving[i] = process;
      return;
    }
  hki_platform_end(process);
}

static void look_after_leaving(struct hki_children *children) {
  for (unsigned i = 0; i < LEAVING; i++)
    if (children->leaving[i] != 0 &&
        hki_platform_has_ended(children->leaving[i]))
      children->leaving[i] = 0;
}

bool hki_children_start(struct hki_children *children, struct hki_task *task) {
  unsigned next = children->count;
  look_after_leaving(children);
  if (!children->slots[next])
    children->slots[next] = hki_slot_new();
  task->slot = children->slots[next];
  if (!task->slot)
    return false;
  hki_slot_clear(task->slot);
  unsigned region = next == 0 ? 0 : children->slots[next - 1]->heap.region + 1;
  if (!hki_regions_choose(region, &task->slot->heap))
    return false;
  task->slot->arrival = task->arrival;
  task->slot->foreseen = task->runs_prologues ? UINT_MAX : task->foreseen.count;
  long process = hki_platform_split();
  if (process == 0)
    hki_child_run(task);
  if (process < 0)
    return false;
  children->each[next] = (struct hki_running){process, task->from};
  children->count++;
  return true;
}

void hki_children_stop(struct hki_children *children) {
  struct hki_slot *last = children->slots[children->count - 1];
  __atomic_store_n(&last->stop, 1, __ATOMIC_RELAXED);
}

static bool is_done(const struct hki_slot *slot) {
  return __atomic_load_n(&slot->done, __ATOMIC_ACQUIRE) != 0;
}

void hki_children_expect(struct hki_children *children,
                         unsigned long long arrival) {
  struct hki_slot *last = children->slots[children->count - 1];
  __atomic_store_n(&last->arrival, arrival, __ATOMIC_RELAXED);
}

bool hki_children_has_failed(const struct hki_children *children) {
  const struct hki_slot *next = children->slots[children->first];
  return is_done(next) && next->verdict != HKI_GOOD &&
         next->verdict != HKI_ENDED;
}

/* A child that crashes says nothing, so looks for that now and then. */
static bool await(struct hki_running *child, struct hki_slot *slot,
                  unsigned long long deadline) {
  enum { SPIN = 30 * 1000, SLEEP = 1000 * 1000 };
  unsigned long long begin = hki_platform_clock(), now;
  while (!is_done(slot)) {
    now = hki_platform_clock();
    if (now - begin < SPIN) {
      hki_pause();
      continue;
    }
    if (hki_platform_has_ended(child->process)) {
      child->process = 0;
      return true;
    }
    if (now >= deadline)
      return false;
    hki_platform_sleep_shared_for(&slot->done, 0, SLEEP);
  }
  return true;
}

struct hki_slot *hki_children_await(struct hki_children *children,
                                    unsigned long long deadline) {
  struct hki_running *child = &children->each[children->first];
  struct hki_slot *slot = children->slots[children->first++];
  bool has_come = await(child, slot, deadline);
  if (has_come)
    let_go(children, child->process);
  else
    hki_platform_end(child->process);
  return has_come ? slot : NULL;
}

void hki_children_drop(struct hki_children *children) {
  while (children->first < children->count) {
    long process = children->each[children->first++].process;
    hki_platform_end(process);
  }
  children->first = children->count = 0;
}

void hki_children_forget(struct hki_children *children) {
  *children = (struct hki_children){0};
}

void hki_children_shrink(struct hki_children *children) {
  for (unsigned i = 0; i < HKI_MOST_CHILDREN; i++)
    if (children->slots[i])
      hki_slot_shrink(children->slots[i]);
}

size_t hki_children_bytes(const struct hki_children *children) {
  size_t bytes = 0;
  for (unsigned i = 0; i < HKI_MOST_CHILDREN; i++)
    if (children->slots[i])
      bytes += hki_slot_bytes();
  return bytes;
}
