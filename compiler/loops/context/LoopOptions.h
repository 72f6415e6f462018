// SPDX-License-Identifier: Apache-2.0
//
// What the classification of a loop may take for granted, and how far it goes.
#pragma once

#include "support/Policy.h"

#include <map>
#include <string>

namespace hocket::polyhedral {

struct LoopOptions {
  bool mayReassociate = false; ///< -ffast-math, -fassociative-math
  /// Products may be fused into sums, on the machine that is compiled for.
  bool mayFuse = false;
  /// Values of expressions may have more bits than their types, as on x87.
  bool hasExcess = false;
  unsigned long islBudget = policy.isl.loop; ///< for each loop
  /// Loops that are not decided within it may be tried again with this; 0: no.
  unsigned long retryBudget = 0;
  /// Attempts that follow indices which data moves may be made.
  bool mayFollowMonotonic = true;
  /// Values may be taken to stay in their types, if the entry tests that.
  bool mayAssumeRanges = false;
  /// Places that a loop inside moves along by data are bounded
  /// (symbolic/monotonic).
  bool followsMonotonic = false;
  /// Accesses through different types do not meet; false with
  /// -fno-strict-aliasing.
  bool strictAliasing = true;
  /// A search may read bytes behind its end that are there, whatever object
  /// they belong to, if the entry finds them readable.
  bool mayReadAhead = false;
  /// Selections may assign places in memory.
  bool selectsPlaces = true;
  /// Updates whose order matters may be kept and made by blocks, in order.
  bool logsUpdates = false;
  /// Pointers that were assigned before the loop are what they were given.
  bool followsPointers = false;
};

} // namespace hocket::polyhedral
