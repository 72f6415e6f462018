/* SPDX-License-Identifier: Apache-2.0
 *
 * Waiting and signalling, inside: flags that lie in other structures, and waits
 * with a limit of their own.
 */
#pragma once

#include "hocket/hocket.h"

/* What hk_wait and hk_signal need of a flag, wherever it lies. */
struct hki_word {
  unsigned *value, *sleepers;
};

/* As hk_wait and hk_signal. */
void hki_await(struct hki_word word, unsigned target);
void hki_signal(struct hki_word word, unsigned number);

/* hk_wait_slow with a limit of its own, in nanoseconds. */
void hki_wait(struct hk_flag *flag, unsigned target, unsigned spin);
