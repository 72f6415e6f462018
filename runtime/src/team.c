/* SPDX-License-Identifier: Apache-2.0
 *
 * Making the team, letting it grow, and giving its threads their processors.
 *
 * Core 0 is the program's own thread and runs where the system puts it; its
 * affinity is never touched. Workers are pinned, one to a processor, in order,
 * to processors other than the one that core 0 is on. If core 0 is found on a
 * worker's processor at a later entry, the worker gives way.
 */
#include "team.h"

#include "turns/turns.h"

#include <stdlib.h>
#include <string.h>

struct hki_team hki_team = {.spin = HKI_SPIN, .size = 1};

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
    return;
  }
  free(team->processors);
  team->processors = list;
  team->num_processors = count;
}

void hki_team_set_up(struct hki_team *team) {
  hki_settings_read(&team->settings);
  __atomic_store_n(&team->way, team->settings.wait, __ATOMIC_RELAXED);
  team->launcher = choose_launcher(team);
  hki_reserve_cores(&team->resources, &team->settings);
  find_processors(team);
  team->usable = team->num_processors;
  if (team->settings.cores && team->settings.cores < team->usable)
    team->usable = team->settings.cores;
  /* One processor runs the sequential version faster; asked for more than it
   * has, it shall have them. */
  bool alone = team->usable == 1 && team->settings.cores <= 1;
  team->limit = alone || !hki_watch_forks() ? 1 : HKI_MOST_CORES;
  team->takes_turns = team->limit > 1 && !team->settings.threads_only &&
                      hki_platform_has_coroutines();
  hki_take_clocks(&team->resources, &team->settings, team->processors,
                  team->num_processors);
  __atomic_store_n(&team->process, hki_platform_process(), __ATOMIC_RELAXED);
  hki_trace_start(team);
  if (!team->settings.verbose)
    return;
  atexit(say_totals);
  if (alone)
    hki_say("one processor: running sequentially");
}

/* Storage for workers up to `count` cores. What exists stays where it is; a
 * fork at any point finds a table that holds. */
static bool reserve(struct hki_team *team, unsigned count) {
  if (count <= team->capacity + 1)
    return true;
  struct hki_worker **workers = calloc(count, sizeof *workers);
  struct hki_worker **old = team->workers;
  if (!workers)
    return false;
  if (team->capacity)
    memcpy(workers, old, team->capacity * sizeof *workers);
  team->workers = workers;
  free(old);
  while (team->capacity + 1 < count) {
    struct hki_worker *worker = aligned_alloc(64, sizeof *worker);
    if (!worker)
      return false;
    memset(worker, 0, sizeof *worker);
    worker->id = team->capacity + 1;
    worker->trace = hki_trace_core(team->trace, worker->id, &worker->done);
    workers[team->capacity++] = worker;
  }
  return true;
}

/* Starts `count` workers from `first` on; returns how many are there. */
static unsigned launch(struct hki_team *team, unsigned first, unsigned count) {
  struct hki_worker **workers = &team->workers[first - 1];
  for (unsigned i = 0; i < count; i++) {
    workers[i]->number++;
    workers[i]->refused = false;
  }
  unsigned coming = team->launcher->launch(workers, count, &team->signals);
  unsigned there = 0;
  for (unsigned i = 0; i < coming; i++) {
    hki_await(hki_done(workers[i]), workers[i]->number);
    if (workers[i]->refused)
      break;
    there++;
  }
  return there;
}

/* Each worker the first processor that neither core 0 nor one before it has. */
static bool pin_each(struct hki_team *team) {
  unsigned next = 0;
  for (unsigned i = 1; i < team->size; i++, next++) {
    if ((int)team->processors[next] == team->current)
      next++;
    struct hki_worker *worker = team->workers[i - 1];
    worker->processor = team->processors[next];
    if (!hki_platform_pin(worker->thread, &worker->processor, 1))
      return false;
  }
  return true;
}

/* Pins the workers if there are enough processors, else lets them go on any
 * that may be used. */
static void place(struct hki_team *team) {
  if (!team->processors)
    return;
  team->current = hki_platform_current();
  team->pinned = team->size <= team->usable && pin_each(team);
  if (team->pinned)
    return;
  for (unsigned i = 1; i < team->size; i++)
    hki_platform_pin(team->workers[i - 1]->thread, team->processors,
                     team->usable);
}

static void describe(const struct hki_team *team) {
  if (!team->settings.verbose)
    return;
  hki_say("team of %u cores on %u processors, launcher '%s'", team->size,
          team->usable, team->launcher->name);
  if (team->size > team->usable)
    hki_say("more cores than processors: waits do not spin, workers are not "
            "pinned");
  else if (!team->pinned)
    hki_say("workers are not pinned: not to be had here");
  for (unsigned i = 1; team->pinned && i < team->size; i++)
    hki_say("core %u is on processor %u", i, team->workers[i - 1]->processor);
}

bool hki_team_reach(struct hki_team *team, unsigned count) {
  if (count > team->limit)
    return false;
  unsigned missing = count - team->size;
  unsigned there = 0;
  if (reserve(team, count))
    there = launch(team, team->size, missing);
  if (there < missing && team->launcher != &hki_threads_launcher) {
    if (team->settings.verbose)
      hki_say("launcher '%s' gave no %u threads; using threads",
              team->launcher->name, missing);
    team->launcher = &hki_threads_launcher;
    there += launch(team, team->size + there, missing - there);
  }
  team->size += there;
  if (there < missing) {
    team->limit = team->size;
    if (team->settings.verbose)
      hki_say("only %u threads to be had: regions of more cores run "
              "sequentially",
              team->size);
  }
  if (there > 0) {
    place(team);
    describe(team);
  }
  return there == missing;
}

static void say_turns(struct hki_team *team, unsigned count, unsigned threads) {
  if (team->settings.verbose && !team->has_said)
    hki_say("more cores than processors: %u cores take turns on %u thread%s",
            count, threads, threads == 1 ? "" : "s");
  team->has_said = true;
}

bool hki_team_share(struct hki_team *team, unsigned count, unsigned threads) {
  if (!reserve(team, count))
    return false;
  for (unsigned i = 0; i < threads; i++) {
    unsigned many = hki_first_core(count, threads, i + 1) -
                    hki_first_core(count, threads, i);
    struct hki_turns **turns =
        i == 0 ? &team->turns : &team->workers[i - 1]->turns;
    if (many > 1 && !hki_turns_reach(turns, many))
      return false;
  }
  say_turns(team, count, threads);
  return true;
}

static struct hki_worker *worker_on(struct hki_team *team, unsigned processor) {
  for (unsigned i = 1; i < team->size; i++)
    if (team->workers[i - 1]->processor == processor)
      return team->workers[i - 1];
  return NULL;
}

void hki_team_evade(struct hki_team *team) {
  int current = hki_platform_current();
  if (current == team->current || current < 0)
    return;
  team->current = current;
  struct hki_worker *worker = worker_on(team, (unsigned)current);
  for (unsigned i = 0; worker && i < team->num_processors; i++) {
    unsigned processor = team->processors[i];
    if ((int)processor == current || worker_on(team, processor))
      continue;
    if (hki_platform_pin(worker->thread, &processor, 1))
      worker->processor = processor;
    return;
  }
}

unsigned hk_cores(void) {
  unsigned *list;
  unsigned count = hki_platform_processors(&list);
  unsigned asked = hki_settings_cores();
  free(list);
  return asked && asked < count ? asked : count;
}
