/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/child.h"

#include "platform/children.h"
#include "platform/platform.h"
#include "speculate/adds.h"
#include "speculate/defer.h"
#include "speculate/heap/arena.h"
#include "speculate/shadow.h"

#include "arch.h"

#include <errno.h>
#include <string.h>

/* What hk_spec_next goes by. */
static struct {
  long long at, end; /* the iteration that has begun; that is none of ours */
  long long from, grain;
  bool has_stopped, is_each;      /* each: an iteration is a segment */
  unsigned long long begun, last; /* the clock: at first, and at `at` */
  unsigned long long each_ns;     /* an iteration of the parent's; 0: does not
                                     matter */
} self;

/* Where the parent foresees something it does so from iterations that are so
 * far apart. */
static bool may_stop(long long at) {
  return self.grain == 0 || (at - self.from) % self.grain == 0;
}

/* An iteration more would be over so late that the parent does it as soon by
 * itself. It takes as long as those before or as the last, which finds pages
 * and caches as it needs them. No floating point, whose exceptions would be
 * taken for the program's. */
static bool is_too_late(const struct hki_slot *slot) {
  if (self.each_ns == 0)
    return false;
  unsigned long long now = hki_platform_clock(), last = now - self.last;
  unsigned long long mean = (now - self.begun) / slot->passed;
  self.last = now;
  return now + (last < mean ? last : mean) >
         __atomic_load_n(&slot->arrival, __ATOMIC_RELAXED) + self.each_ns;
}

static bool is_to_stop(const struct hki_slot *slot) {
  return __atomic_load_n(&slot->stop, __ATOMIC_RELAXED) ||
         hki_slot_is_full(slot) || is_too_late(slot);
}

/* The program has to run an epilogue right behind the iteration, so this is
 * where a segment ends; one that cannot is the last. */
static bool must_stop(const struct hki_slot *slot) {
  return self.is_each && !hki_segments_may_end(slot);
}

int hk_spec_next(long long at) {
  struct hki_slot *slot = hki_shadow.slot;
  self.at = at;
  __atomic_store_n(&slot->passed, slot->passed + 1, __ATOMIC_RELAXED);
  self.has_stopped =
      at == self.end || must_stop(slot) || (may_stop(at) && is_to_stop(slot));
  if (!self.has_stopped)
    hki_segments_pass(at);
  return !self.has_stopped;
}

int hk_spec_leaves;

void hk_spec_hand_on(const void *values, unsigned long bytes) {
  struct hki_slot *slot = hki_shadow.slot;
  const struct hki_handed head = {self.at, bytes};
  size_t size = hki_handed_size(bytes);
  char *next = slot->handed + slot->handed_size;
  if (size > slot->most_handed - slot->handed_size)
    hki_leave(HKI_FULL, 0);
  memcpy(next, &head, sizeof head);
  memcpy(next + sizeof head, values, bytes);
  slot->handed_size += size;
}

void hk_spec_ended(void) { hki_leave(HKI_ENDED, 0); }

void hk_spec_give_up(void) { hki_leave(HKI_GAVE_UP, 0); }

static void prepare(const struct hki_task *task, unsigned long stack_top) {
  hki_slot_become(task->slot);
  if (!hki_memory_look(task->memory))
    hki_leave(HKI_NOT_POSSIBLE, 0);
  hki_memory_keep_shared(task->memory);
  hki_platform_be_child(task->parent, task->processors, task->processor_count);
  hki_shadow.slot = task->slot;
  hki_shadow.shared = task->memory;
  hki_shadow.own[HKI_STACK] =
      (struct hki_own){task->stack_end, stack_top - task->stack_end};
  if (!hki_arena_start(task->slot))
    hki_leave(HKI_NOT_POSSIBLE, 0);
  hki_shadow_start();
  hki_adds_start();
  if (!task->defers)
    hki_defer_switch_off();
  self.at = task->from;
  self.end = task->end;
  self.from = task->from;
  self.grain = task->grain;
  self.each_ns = task->each_ns;
  hk_spec_leaves = task->leaves;
  self.is_each = task->leaves && task->loop->has_epilogue == HKI_AT_ONCE;
}

/* What iterations before the child's first pass on by their prologues, which
 * stand in front of what takes the time. It need not be right: what the child
 * reads of it is compared like all else. They have no marks, so all that is
 * noted, or shared, is closed to them: whoever writes there by what is wrong
 * ends the child. What they print, and blocks that they leave, is nobody's. */
static void run_prologues(const struct hki_task *task) {
  struct hki_slot nobodys = *task->slot;
  if (!task->runs_prologues)
    return;
  nobodys.output = hki_platform_reserve(nobodys.most_output, false);
  if (!nobodys.output || !hki_shadow_close() ||
      !hki_memory_close_shared(task->memory))
    hki_leave(HKI_NOT_POSSIBLE, 0);
  hki_shadow.slot = &nobodys;
  task->loop->prologue(task->frame, task->prologue, task->from);
  hki_memory_open_shared(task->memory);
  hki_shadow_open();
  hki_adds_start();
  hki_shadow.slot = task->slot;
  hki_arena_forget(task->slot);
  hki_fpu_adopt(hki_fpu_control()); /* no exception is raised */
}

/* Below this function's frame the stack is the child's own. */
void hki_child_run(const struct hki_task *task) {
  const struct hki_task own = *task;
  struct hki_slot *slot = own.slot;
  own.begin();
  prepare(&own, (unsigned long)__builtin_frame_address(0) & ~15ul);
  self.begun = self.last = hki_platform_clock();
  run_prologues(&own);
  hki_segments_start(&own.segments);
  for (unsigned i = 0; i < own.foreseen.count; i++)
    hki_shadow_foresee(own.foreseen.places[i], own.foreseen.numbers[i]);
  own.loop->body(own.frame, own.from);
  int error = errno;
  if (slot->heap_bytes > 0 && !(own.loop->may_stay && slot->heap.may_stay))
    hki_leave(HKI_STAYS, 0);
  hki_arena_keep(slot);
  errno = error;
  hki_segment_end(self.at, !self.has_stopped);
  slot->ns = hki_platform_clock() - self.begun;
  slot->stopped = self.at;
  slot->iterations = self.at - own.from;
  hki_leave(HKI_GOOD, 0);
}
