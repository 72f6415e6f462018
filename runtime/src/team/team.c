/* SPDX-License-Identifier: Apache-2.0
 *
 * Letting the team grow.
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

unsigned hk_cores(void) {
  unsigned *list;
  unsigned count = hki_platform_processors(&list);
  unsigned asked = hki_settings_cores();
  free(list);
  return asked && asked < count ? asked : count;
}
