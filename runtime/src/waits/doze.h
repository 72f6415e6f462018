/* SPDX-License-Identifier: Apache-2.0
 *
 * Waiting for a word with the processor's wait instruction: the core keeps its
 * thread, its clock rests. arch/NAME/doze.h has the instructions.
 */
#pragma once

#include <stdbool.h>

/* The processor has such an instruction, and it always ends. Cheap. */
bool hki_can_doze(void);

/* Returns when `*word` is not `value` (what was stored before is then visible),
 * or at `deadline`, in nanoseconds of hki_platform_clock. Where the processor
 * cannot doze, it spins. */
void hki_doze(const unsigned *word, unsigned value,
              unsigned long long deadline);
