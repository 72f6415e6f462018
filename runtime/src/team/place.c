/* SPDX-License-Identifier: Apache-2.0
 *
 * Giving the team's threads their processors.
 *
 * Workers are pinned, one to a processor, in the order of team->processors.
 * Core 0 is the program's own thread: its affinity mask is the program's, which
 * may ask for it and hands it on to its threads and children. So it runs where
 * the system puts it, and a worker that is in its way goes elsewhere.
 *
 * On a chip with processors of several kinds that may be one of the wrong kind.
 * Then the thread is moved by way of its mask, which is put back at once: from
 * there the system has little reason to take it away again, as the workers are
 * pinned to the others, and all code of the program's finds the mask as it was.
 * To pin it for the time of a region would cost two system calls for each, and
 * a task could see it.
 */
#include "team/place.h"

#include "settings/say.h"

#include <stddef.h>

/* Where the system takes the thread back each time, or the program's mask keeps
 * it elsewhere, trying again must cost nothing: nanoseconds between tries. */
enum { TRY_AGAIN_NS = 10 * 1000 * 1000 };

static struct hki_worker *worker_on(struct hki_team *team, unsigned processor) {
  for (unsigned i = 1; i < team->size; i++)
    if (team->workers[i - 1]->processor == processor)
      return team->workers[i - 1];
  return NULL;
}

/* Core 0's thread is on a processor of another kind than the schedule has it
 * on. */
static bool is_astray(const struct hki_team *team) {
  if (!team->kinds || team->current < 0)
    return false;
  for (unsigned i = 0; i < team->num_processors; i++)
    if ((int)team->processors[i] == team->current)
      return team->kinds[i] != team->kinds[0];
  return true;
}

/* The first that no worker is on and that is of this kind, if there are kinds;
 * NULL if there is none. */
static const unsigned *first_free(struct hki_team *team, unsigned kind) {
  for (unsigned i = 0; i < team->num_processors; i++) {
    bool is_of_kind = !team->kinds || team->kinds[i] == kind;
    bool is_free = (int)team->processors[i] != team->current &&
                   !worker_on(team, team->processors[i]);
    if (is_of_kind && is_free)
      return &team->processors[i];
  }
  return NULL;
}

/* Moves core 0's thread to `processor`, if that can be. */
static void bring(struct hki_team *team, unsigned processor) {
  team->brought = hki_platform_clock();
  if (hki_platform_move(processor))
    team->current = (int)processor;
  team->astray = is_astray(team);
}

/* Each worker has its own, but that core 0 is on: that one has core 0's. */
static bool pin_each(struct hki_team *team) {
  for (unsigned i = 1; i < team->size; i++) {
    struct hki_worker *worker = team->workers[i - 1];
    worker->processor = (int)team->processors[i] == team->current
                            ? team->processors[0]
                            : team->processors[i];
    if (!hki_platform_pin(worker->thread, &worker->processor, 1))
      return false;
  }
  return true;
}

static void place(struct hki_team *team) {
  if (!team->processors)
    return;
  team->pinned = false;
  team->current = hki_platform_current();
  if (team->size <= team->usable) {
    team->astray = is_astray(team);
    if (team->astray)
      bring(team, team->processors[0]);
    team->pinned = pin_each(team);
  }
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
  if (team->pinned && team->kinds)
    hki_say("core 0 is on processor %d%s", team->current,
            team->astray ? ", of another kind than was meant" : "");
  for (unsigned i = 1; team->pinned && i < team->size; i++)
    hki_say("core %u is on processor %u", i, team->workers[i - 1]->processor);
}

void hki_place(struct hki_team *team) {
  place(team);
  describe(team);
}

/* The worker on core 0's processor goes to a free one, of the kind that it is
 * to have if there is one. */
static void give_way(struct hki_team *team) {
  struct hki_worker *worker = worker_on(team, (unsigned)team->current);
  if (!worker)
    return;
  unsigned kind = team->kinds ? team->kinds[worker->id] : 0;
  const unsigned *processor = first_free(team, kind);
  for (unsigned i = 0; !processor && i < team->num_processors; i++)
    processor = first_free(team, team->kinds ? team->kinds[i] : 0);
  if (processor && hki_platform_pin(worker->thread, processor, 1))
    worker->processor = *processor;
}

void hki_place_again(struct hki_team *team) {
  int current = hki_platform_current();
  if ((current == team->current && !team->astray) || current < 0)
    return;
  int before = team->current;
  team->current = current;
  team->astray = is_astray(team);
  if (team->astray && hki_platform_clock() - team->brought >= TRY_AGAIN_NS) {
    const unsigned *free = first_free(team, team->kinds[0]);
    bring(team, free ? *free : team->processors[0]);
  }
  if (team->current != before)
    give_way(team);
}
