// SPDX-License-Identifier: Apache-2.0
//
// Pairs of accesses. Two iterations conflict if isl finds values of all
// iterators and parameters for which an earlier and a later iteration touch
// common bytes. A pair that conflicts is free after all where each chunk can
// have a copy, or where the entry can test that it does not.
#pragma once

#include "loops/accesses/AccessAnalysis.h"

namespace hocket::polyhedral {

/// Whether the pair keeps iterations in order. What that takes is added to
/// what the analysis has found, also where the pair is refused in the end.
Refused classifyPair(AccessAnalysis &analysis, const MemoryAccess &a,
                     const MemoryAccess &b);

/// No iteration's `from` meets a later one's `to`; both are comparable
/// (Overlap.h).
Refused refuseCarried(AccessAnalysis &analysis, const MemoryAccess &from,
                      const MemoryAccess &to);

/// The two never touch common bytes, be it in one iteration.
Refused refuseOverlapping(AccessAnalysis &analysis, const MemoryAccess &a,
                          const MemoryAccess &b);

} // namespace hocket::polyhedral
