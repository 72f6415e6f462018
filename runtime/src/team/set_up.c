/* SPDX-License-Identifier: Apache-2.0 */
#include "team/set_up.h"

#include "platform/platform.h"
#include "settings/say.h"
#include "team/fork.h"
#include "team/measure.h"
#include "team/net.h"
#include "team/rank.h"
#include "trace/record.h"
#include "waits/waiting.h"

#include <stdlib.h>

static void say_totals(void) {
  struct hki_team *team = &hki_team;
  if (!team->settings.verbose)
    return; /* a fork's exit */
  hki_say("%u regions entered, %u run sequentially",
          __atomic_load_n(&team->entered, __ATOMIC_RELAXED),
          __atomic_load_n(&team->refused, __ATOMIC_RELAXED));
}

static const struct hki_launcher *choose_launcher(struct hki_team *team) {
  if (team->settings.launcher == HKI_LAUNCH_THREADS)
    return &hki_threads_launcher;
  if (&hki_openmp_launcher)
    return &hki_openmp_launcher;
  if (team->settings.launcher == HKI_LAUNCH_OPENMP)
    hki_say("HOCKET_LAUNCHER: this program is not linked with the OpenMP "
            "runtime; using threads");
  return &hki_threads_launcher;
}

static void find_processors(struct hki_team *team) {
  unsigned *list = NULL, count = 0;
  team->num_processors = hki_platform_processors(&team->processors);
  if (team->launcher->processors)
    count = team->launcher->processors(&list);
  if (count <= team->num_processors) {
    free(list);
  } else {
    free(team->processors);
    team->processors = list;
    team->num_processors = count;
  }
  if (team->processors && team->resources.chip)
    team->kinds =
        hki_rank(team->resources.chip, team->processors, team->num_processors);
}

void hki_team_set_up(struct hki_team *team) {
  hki_settings_read(&team->settings);
  __atomic_store_n(&hki_waiting.strategy, (unsigned)team->settings.wait,
                   __ATOMIC_RELAXED);
  team->launcher = choose_launcher(team);
  hki_know_chip(&team->resources, &team->settings);
  hki_reserve_cores(&team->resources, &team->settings);
  find_processors(team);
  team->usable = team->num_processors;
  if (team->settings.cores && team->settings.cores < team->usable)
    team->usable = team->settings.cores;
  /* One processor runs the sequential version faster; asked for more than it
   * has, it shall have them. */
  bool alone = team->usable == 1 && team->settings.cores <= 1;
  hki_net_start(&team->settings, alone);
  hki_measure_alone(alone);
  team->limit = alone || !hki_watch_forks() ? 1 : HKI_MOST_CORES;
  team->has_fibers = team->limit > 1 && !team->settings.threads_only &&
                     hki_platform_has_coroutines();
  hki_take_clocks(&team->resources, &team->settings, team->processors,
                  team->num_processors);
  __atomic_store_n(&hki_waiting.process, hki_platform_process(),
                   __ATOMIC_RELAXED);
  hki_trace_start(
      &team->settings,
      &(struct hki_trace_source){&team->entered, &team->refused, &hk_handover});
  hki_planned_begin(&team->resources.planned); /* seen by the trace */
  if (!team->settings.verbose)
    return;
  atexit(say_totals);
  if (alone)
    hki_say("one processor: running sequentially");
}

bool hki_team_take(struct hki_team *team) {
  unsigned expected = HKI_FREE;
  if (!__atomic_compare_exchange_n(&team->state, &expected, HKI_BUSY, false,
                                   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return false;
  team->owner = hki_platform_self();
  if (team->limit == 0)
    hki_team_set_up(team);
  return true;
}

void hki_team_give_back(struct hki_team *team) {
  __atomic_store_n(&team->state, HKI_FREE, __ATOMIC_RELEASE);
}

bool hki_team_ask(struct hki_team *team) {
  if (!hki_team_take(team))
    return false;
  hki_team_give_back(team);
  return true;
}
