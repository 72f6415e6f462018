/* SPDX-License-Identifier: Apache-2.0
 *
 * What is said of loops, with HOCKET_VERBOSE=1: once that they run ahead, once
 * that they do no more. With 2: each attempt.
 */
#pragma once

#include "speculate/attempt.h"

void hki_say_advice(const struct hk_spec_loop *loop,
                    struct hki_history *history, enum hki_advice advice,
                    unsigned long where);

/* `from`: where the program began. */
void hki_say_attempt(const struct hk_spec_loop *loop, long long from,
                     const struct hki_result *result);

/* What is followed, and which rules it has. */
void hki_say_foresight(const struct hki_foresight *foresight);
