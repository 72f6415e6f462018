// SPDX-License-Identifier: Apache-2.0
//
// What the entry has to test so that the pairs of accesses are free: pairs ask
// for it one by one, the checks are made at the end.
#pragma once

#include "loops/accesses/AccessAnalysis.h"

namespace hocket::polyhedral {

/// An index in its extent, tested on entry; false if that cannot be.
bool requireWithin(AccessAnalysis &analysis, const WithinExtent &need,
                   std::string meaning);

/// A test on entry may be able to tell rows from what others footprint; false
/// if not.
bool wantRowsDisjoint(AccessAnalysis &analysis, const MemoryAccess &a,
                      const MemoryAccess &b);

/// Makes the checks that were asked for, and those that the model's assumptions
/// need.
Refused makeChecks(AccessAnalysis &analysis);

/// Tests of all that the model took for granted of integers.
Result<std::vector<EntryCondition>> rangeChecks(const LoopContext &context);

} // namespace hocket::polyhedral
