/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/process.h"

#include "speculate/heap/regions.h"
#include "speculate/shadow.h"
#include "team/set_up.h"

struct hki_process hki_process;

static enum hki_process_state state(void) {
  return __atomic_load_n(&hki_process.state, __ATOMIC_ACQUIRE);
}

static void become(enum hki_process_state state) {
  __atomic_store_n(&hki_process.state, state, __ATOMIC_RELEASE);
}

static bool find_out(struct hki_process *process, const struct hki_team *team) {
  const struct hki_settings *settings = &team->settings;
  process->is_always = settings->speculate == HKI_SPECULATE_ALWAYS;
  process->is_verbose = settings->verbose;
  process->tells_attempts = settings->tells_attempts;
  process->most_children = team->usable - 1 < HKI_MOST_CHILDREN
                               ? team->usable - 1
                               : HKI_MOST_CHILDREN;
  process->processors = team->processors;
  process->processor_count = team->num_processors;
  process->owner = hki_platform_self();
  process->number = hki_platform_process();
  return settings->speculate != HKI_SPECULATE_OFF && team->usable > 1;
}

/* Of two threads that come here at once, one goes on. */
static void start(void) {
  enum hki_process_state expected = HKI_UNKNOWN;
  if (!__atomic_compare_exchange_n(&hki_process.state, &expected, HKI_FINDING,
                                   false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  if (!hki_team_ask(&hki_team))
    become(HKI_UNKNOWN); /* ask again */
  else
    become(find_out(&hki_process, &hki_team) ? HKI_READY : HKI_NEVER_READY);
}

/* Emulators of user programs have no such children, and would keep accounts of
 * all the shadow: so that comes last. */
static bool can_split(void) {
  long child = hki_platform_split();
  if (child == 0)
    hki_platform_leave();
  if (child > 0)
    hki_platform_end(child);
  return child > 0;
}

static bool make(struct hki_process *process) {
  process->stack_end = hki_platform_stack_end();
  return process->stack_end != 0 && can_split() &&
         hki_memory_make(&process->memory) &&
         hki_memory_look(&process->memory) && hki_regions_set_aside() &&
         hki_shadow_set_aside();
}

bool hki_process_prepare(void) {
  if (!hki_process.is_prepared && !make(&hki_process))
    become(HKI_NEVER_READY);
  hki_process.is_prepared = true;
  return state() == HKI_READY;
}

/* Its parent's children are not its own, nor is the memory that it has together
 * with them. */
static void start_again(void) {
  hki_children_forget(&hki_process.children);
  hki_process.number = hki_platform_process();
}

bool hki_process_is_out(void) { return state() == HKI_NEVER_READY; }

bool hki_process_is_owner(void) {
  return state() == HKI_READY &&
         hki_platform_same(hki_process.owner, hki_platform_self());
}

bool hki_process_is_own(void) {
  return hki_process_is_owner() && hki_process.number == hki_platform_process();
}

bool hki_process_ask(bool *has_forked) {
  *has_forked = false;
  if (state() == HKI_UNKNOWN)
    start();
  if (!hki_process_is_owner())
    return false;
  if (hki_process.number != hki_platform_process()) {
    *has_forked = true;
    start_again();
  }
  return state() == HKI_READY &&
         __atomic_load_n(&hki_team.state, __ATOMIC_RELAXED) == HKI_FREE;
}
