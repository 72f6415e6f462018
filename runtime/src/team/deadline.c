/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops with a deadline for each iteration, and programs that have one. Who has
 * the team keeps the clocks; a loop of another thread, or one within such a
 * loop, only keeps its period.
 */
#include "platform/platform.h"
#include "settings/say.h"
#include "team/set_up.h"
#include "team/team.h"

#include <errno.h>
#include <stdlib.h>

static bool end_turn(struct hk_deadline *loop) {
  struct hki_team *team = &hki_team;
  if (!hki_team_take(team))
    return false;
  bool is_for_it = hki_planned_end_turn(&team->resources.planned, loop);
  hki_team_give_back(team);
  return is_for_it;
}

/* The next iteration begins when the period of this one is over; after one that
 * was late, at once. */
static void await_period(struct hk_deadline *loop) {
  unsigned long long now = hki_platform_clock();
  unsigned long long end = loop->since + loop->period_ns;
  if (loop->since == 0) {
    loop->since = now;
    return;
  }
  loop->turns++;
  if (now > end) {
    loop->late++;
    loop->since = now;
    return;
  }
  hki_platform_sleep_until(end);
  loop->since = end;
}

void hk_deadline_turn(struct hk_deadline *loop) {
  struct hki_team *team = &hki_team;
  int kept = errno;
  bool is_for_it = end_turn(loop);
  await_period(loop);
  if (is_for_it && hki_team_take(team)) {
    hki_planned_begin_turn(&team->resources.planned, loop);
    hki_team_give_back(team);
  }
  errno = kept;
}

/* What cannot be taken now is another thread's, or the region's around it. */
void hk_deadline_end(struct hk_deadline *loop) {
  struct hki_team *team = &hki_team;
  int kept = errno;
  if (hki_team_take(team)) {
    if (team->settings.verbose && loop->since != 0)
      hki_say("%s: %u iterations with a deadline have ended, %u late",
              loop->name, loop->turns, loop->late);
    hki_planned_end_loop(&team->resources.planned, loop);
    hki_team_give_back(team);
  }
  loop->since = 0;
  errno = kept;
}

static unsigned long long program_since;

static void say_program(void) {
  double took = (double)(hki_platform_clock() - program_since) * 1e-9;
  double deadline = (double)hk_program_prices.whole->ns * 1e-9;
  hki_say("the program took %.3f s; its deadline was %.3f s%s", took, deadline,
          took > deadline ? ": late" : "");
}

void hk_program_begin(void) {
  struct hki_team *team = &hki_team;
  int kept = errno;
  program_since = hki_platform_clock();
  if (hki_team_ask(team) && team->settings.verbose && &hk_program_prices &&
      hk_program_prices.whole)
    atexit(say_program);
  errno = kept;
}
