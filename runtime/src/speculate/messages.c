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
