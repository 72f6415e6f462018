/* SPDX-License-Identifier: Apache-2.0
 *
 * Forks. A child has only the thread that forked: no workers. Between regions
 * that is easy to mend, the next region makes new ones. A child that came to be
 * while a region ran gets no team: that region's flags and epoch are somewhere
 * in between.
 */
#include "team/fork.h"

#include "platform/give_up.h"
#include "platform/platform.h"
#include "team/team.h"
#include "trace/record.h"
#include "waits/waiting.h"

/* The core that the calling thread is in the running region, -1 if none. */
static int own_core(const struct hki_team *team) {
  hki_thread self = hki_platform_self();
  if (hki_platform_same(self, team->owner))
    return 0;
  for (unsigned i = 1; i < team->size; i++)
    if (hki_platform_same(self, team->workers[i - 1]->thread))
      return (int)i;
  return -1;
}

/* A worker's child is an ordinary thread, and starts ordinary programs. */
static void become_ordinary(struct hki_team *team) {
  hki_platform_restore_signals(&team->signals);
  if (team->processors)
    hki_platform_pin(hki_platform_self(), team->processors,
                     team->num_processors);
}

static void in_child(void) {
  struct hki_team *team = &hki_team;
  hki_platform_after_fork();
  team->settings.verbose = false; /* the parent says it */
  if (team->resources.planned.is_kept && team->processors)
    hki_platform_pin(hki_platform_self(), team->processors,
                     team->num_processors);
  hki_disown(&team->resources);
  hki_trace_leave_parent();
  __atomic_store_n(&hki_waiting.process, hki_platform_process(),
                   __ATOMIC_RELAXED);
  unsigned state = __atomic_load_n(&team->state, __ATOMIC_RELAXED);
  if (state == HKI_LOST && !hki_is_orphan())
    return;
  if (state == HKI_FREE) {
    /* The old workers' storage stays as it is, half-way through a wait. */
    team->size = 1;
    team->capacity = 0;
    hki_give_up(team->workers);
    team->workers = NULL;
    team->launcher = &hki_threads_launcher;
    return;
  }
  int core = own_core(team);
  if (core > 0)
    become_ordinary(team);
  __atomic_store_n(&hki_waiting.is_orphan, core >= 0, __ATOMIC_RELAXED);
  __atomic_store_n(&team->state, HKI_LOST, __ATOMIC_RELAXED);
}

bool hki_watch_forks(void) { return hki_platform_on_fork(in_child); }
