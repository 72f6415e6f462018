/* SPDX-License-Identifier: Apache-2.0
 *
 * The children of precomputed calls: a scout and some evaluators.
 */
#pragma once

#include "precompute/ring.h"

/* In the scout: writes the call down and gives a result that may be wrong. */
void hki_scout_call(const struct hki_rings *rings,
                    const struct hk_pre_loop *loop, uint64_t call,
                    struct hk_pre_function *function, void *arguments);

/* In an evaluator: makes its calls until the program ends it. */
void hki_evaluate(const struct hki_rings *rings, const struct hk_pre_loop *loop,
                  unsigned line) __attribute__((noreturn));

/* In a new child: what it may do from now on. */
void hki_maker_begin(const struct hki_rings *rings, bool is_scout);
