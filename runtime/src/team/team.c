/* SPDX-License-Identifier: Apache-2.0
 *
 * Letting the team grow, and giving its threads their processors.
 *
 * Core 0 is the program's own thread and runs where the system puts it; its
 * affinity is never touched. Workers are pinned, one to a processor, in order,
 * to processors other than the one that core 0 is on. If core 0 is found on a
 * worker's processor at a later entry, the worker gives way.
 */
#include "team/team.h"

#include "settings/say.h"
#include "trace/record.h"

#include <stdlib.h>
#include <string.h>

struct hki_team hki_team = {.size = 1};

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
    worker->resources = &team->resources;
    hki_trace_core(worker->id, &worker->done);
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

static void say_fibers(struct hki_team *team, unsigned count,
                       unsigned threads) {
  if (team->settings.verbose && !team->has_said)
    hki_say("more cores than processors: %u cores are fibers of %u thread%s",
            count, threads, threads == 1 ? "" : "s");
  team->has_said = true;
}

bool hki_team_share(struct hki_team *team, unsigned count, unsigned threads) {
  if (!reserve(team, count))
    return false;
  for (unsigned i = 0; i < threads; i++) {
    unsigned many = hki_first_core(count, threads, i + 1) -
                    hki_first_core(count, threads, i);
    struct hki_fibers **fibers =
        i == 0 ? &team->fibers : &team->workers[i - 1]->fibers;
    if (many > 1 && !hki_fibers_reach(fibers, many))
      return false;
  }
  say_fibers(team, count, threads);
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
