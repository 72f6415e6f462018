// SPDX-License-Identifier: Apache-2.0
//
// The ways in which a loop is classified, one after the other.
//
// Most loops are decided by the first attempt, which takes nothing for granted
// and follows nothing far. What it could have used decides which of the dearer
// ones come after it: assumptions that the entry tests, pointers that were
// assigned before the loop, indices that data moves. They are the rows of one
// table, in order of cost, and one function goes through it.
//
// Needs: a function that classifies once. Promises: the best verdict, where a
// later one replaces an earlier one as its row says; and if an attempt gave up,
// which one.
#pragma once

#include "loops/context/LoopOptions.h"
#include "verdict/LoopVerdict.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hocket::polyhedral {

/// What other options would have made a difference to an attempt.
struct Wants {
  bool ranges = false;    ///< LoopOptions::mayAssumeRanges
  bool pointers = false;  ///< LoopOptions::followsPointers
  bool monotonic = false; ///< LoopOptions::followsMonotonic
};

/// What one attempt came to.
struct AttemptResult {
  /// Empty: the isl budget was spent before the end.
  std::optional<LoopVerdict> verdict = {};
  Wants wants = {};
  /// Places in memory counted as targets of a selection; what looks like one
  /// may be a work array's first elements.
  bool tookPlaces = false;

  bool isParallel() const {
    return verdict && verdict->kind() != LoopKind::Sequential;
  }
};

struct Attempt;

struct Tried {
  const Attempt *attempt = nullptr;
  AttemptResult result;
};

/// What is known when the next row is looked at.
struct AttemptsSoFar {
  std::vector<Tried> tried; ///< in order; empty before the first
  /// The verdict of the one that was best; empty as long as all gave up.
  std::optional<LoopVerdict> best = {};
};

/// A row of the table.
struct Attempt {
  const char *name; ///< for people: what it does beside the first attempt
  /// What is set in the options, beside those given.
  bool assumesRanges, followsPointers, followsMonotonic, selectsPlaces;
  /// It has so many times the given isl budget, for itself.
  unsigned long budgetFactor;
  bool (*isWorthIt)(const AttemptsSoFar &);
  /// Its verdict takes the place of the best one before it.
  bool (*replaces)(const LoopVerdict &earlier, const LoopVerdict &later);
};

/// The table, in order of cost.
std::span<const Attempt> attempts();

/// The options of an attempt.
LoopOptions optionsOf(const Attempt &attempt, const LoopOptions &given);

/// What all attempts came to.
struct Attempted {
  /// Empty: not even the first attempt came to its end.
  std::optional<LoopVerdict> verdict = {};
  /// The first attempt that gave up; null if none did.
  const Attempt *gaveUp = nullptr;
  unsigned numTried = 0; ///< attempts
};

/// \param tryOnce classifies with the options it is given, within their budget.
Attempted
tryInOrder(const LoopOptions &given,
           const std::function<AttemptResult(const LoopOptions &)> &tryOnce);

} // namespace hocket::polyhedral
