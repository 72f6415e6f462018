/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/messages.h"

#include "settings/say.h"
#include "speculate/process.h"

#include <stdio.h>

static void explain(enum hki_verdict verdict, unsigned long where, char *text,
                    size_t room) {
  static const char *const words[] = {
      [HKI_GOOD] = "no gain",
      [HKI_CHANGED] = "memory at 0x%lx that iterations before change",
      [HKI_DEFERRED] = "memory at 0x%lx that iterations add to, and need",
      [HKI_GAVE_UP] = "iterations do what cannot be taken back",
      [HKI_STAYS] = "iterations allocate memory that stays",
      [HKI_FULL] = "iterations touch too much memory",
      [HKI_SHARED] = "memory at 0x%lx that other processes have too",
      [HKI_GONE] = "memory at 0x%lx that iterations before give back",
      [HKI_MODES] = "iterations change the modes of floating point",
      [HKI_CRASHED] = "iterations end the program if they run ahead",
      [HKI_LATE] = "iterations do not end if they run ahead",
      [HKI_ENDED] = "thought that the loop was over",
      [HKI_NOT_POSSIBLE] = "not possible here",
  };
  snprintf(text, room, words[verdict], where);
}

void hki_say_advice(const struct hk_spec_loop *loop,
                    struct hki_history *history, enum hki_advice advice,
                    unsigned long where) {
  char why[80];
  if (!hki_process.is_verbose)
    return;
  if (advice != HKI_GO_ON) {
    explain(advice == HKI_TOO_LITTLE ? HKI_GOOD : history->last, where, why,
            sizeof why);
    hki_say("%s: not run speculatively any more: %s", loop->name, why);
  } else if (history->successes > 0 && !history->has_said) {
    history->has_said = true;
    hki_say("%s: run speculatively: a child was right", loop->name);
  }
}

void hki_say_attempt(const struct hk_spec_loop *loop, long long from,
                     const struct hki_result *result) {
  const struct hki_outcome *outcome = &result->outcome;
  char why[80];
  if (!hki_process.tells_attempts)
    return;
  explain(outcome->verdict, result->where, why, sizeof why);
  hki_say("%s: %lld to %lld in %.2f ms, %lld of them alone in %.2f ms; "
          "children right: %u, of %u segments %u, an iteration in %.4f ms%s%s",
          loop->name, from, from + outcome->iterations, outcome->whole_ns / 1e6,
          outcome->piece, outcome->piece_ns / 1e6, outcome->good,
          outcome->segments, outcome->segments - outcome->wrong,
          outcome->child_ns / 1e6, outcome->verdict == HKI_GOOD ? "" : "; ",
          outcome->verdict == HKI_GOOD ? "" : why);
}

void hki_say_foresight(const struct hki_foresight *foresight) {
  if (!hki_process.tells_attempts)
    return;
  for (unsigned i = 0; i < foresight->count; i++) {
    const struct hki_followed *one = &foresight->followed[i];
    if (one->how == HKI_BY_RECURRENCE)
      hki_say("%s: memory at 0x%lx goes on by a recurrence of degree %u over "
              "GF(2), every %lld iterations",
              foresight->loop->name, one->place.at, one->recurrence.degree,
              foresight->grain);
    else
      hki_say("%s: memory at 0x%lx goes from x to %llu x + %llu modulo %llu in "
              "%lld iterations",
              foresight->loop->name, one->place.at,
              (unsigned long long)one->rule.factor,
              (unsigned long long)one->rule.term,
              (unsigned long long)one->rule.modulus, foresight->grain);
  }
  for (unsigned i = 0; i < foresight->hopeless.count && i < HKI_MOST_PLACES;
       i++)
    hki_say("%s: memory at 0x%lx changes by no rule that is known",
            foresight->loop->name, foresight->hopeless.each[i].at);
}
