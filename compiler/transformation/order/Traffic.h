// SPDX-License-Identifier: Apache-2.0
//
// How the accesses of a unit move with each loop: what locality depends on.
#pragma once

#include "transformation/nest/NestModel.h"

#include <vector>

namespace hocket::transformation {

/// From one iteration of a loop to the next.
struct Stride {
  bool isKnown = true; ///< false: far, by what only the run knows
  int64_t bytes = 0;

  bool isNone() const { return isKnown && bytes == 0; }
};

/// Accesses that are always beside each other count as one.
struct Touch {
  std::vector<Stride> strides; ///< by the loops around the unit
};

/// What the cost of a unit's place in an order depends on.
struct Traffic {
  std::vector<Touch> touches; ///< to memory that outlives the unit's run
  /// By the loops around the unit: a floating-point operation takes the result
  /// of the one an iteration before.
  std::vector<char> isChain;
  /// The same of other operations, where runs of other loops' iterations need
  /// not wait (Recurrences.h).
  std::vector<char> isRecurrence;
  /// Compilers make no vectors of it: it has accesses of which nobody knows how
  /// they move...
  bool isIrregular = false;
  bool hasControl = false; ///< ... or it branches or calls functions
  double runs = 1;         ///< guessed

  /// In a loop around it, by its position.
  bool waits(std::size_t loop) const {
    return isChain[loop] || isRecurrence[loop];
  }
  bool mayBeVector(std::size_t loop) const {
    return !isIrregular && !hasControl && !waits(loop);
  }
};

/// \param tables that the nest reads: its own, or some that it may have
std::vector<Traffic> trafficOf(NestModel &model,
                               const std::vector<Table> &tables);

} // namespace hocket::transformation
