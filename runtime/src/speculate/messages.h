/* SPDX-License-Identifier: Apache-2.0
 *
 * What is said of loops, with HOCKET_VERBOSE: once that they run ahead, once
 * that they do no more.
 */
#pragma once

#include "speculate/policy.h"

void hki_say_advice(const struct hk_spec_loop *loop,
                    struct hki_history *history, enum hki_advice advice,
                    unsigned long where);
