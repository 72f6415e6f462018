// SPDX-License-Identifier: Apache-2.0
//
// Two accesses that move evenly with the loop: base + factor * iterator + what
// they have in common + a constant, as the members of `s[i]`. Whether they ever
// meet is a division; most pairs of a loop over records are such, and isl would
// be asked about each of them.
#pragma once

#include "loops/context/LoopContext.h"
#include "symbolic/Accesses.h"

namespace hocket::polyhedral {

/// No instance of `from` meets an instance of `to` of a later iteration,
/// whatever the unknowns. False: not known here. Both have addresses.
bool neverMeetLater(const LoopContext &context, const MemoryAccess &from,
                    const MemoryAccess &to);

} // namespace hocket::polyhedral
