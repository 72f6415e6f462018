// SPDX-License-Identifier: Apache-2.0
//
// Reductions whose target is not a scalar variable of its own: `s->sum += x`,
// `acc[k] += x`, `h[a[i]]++`.
//
// Updates of one place, the same throughout the loop, need one partial result
// in each chunk. Updates of places that vary need a copy of all that they can
// reach: the declared object, or what the range of the offset allows (see
// ValueRange); or what the entry works out of the values that the loop will use
// (sidesOf). That nothing else in the loop touches these bytes is left to
// accesses/, which compares each reduction with every other access as
// one more access of known extent.
#pragma once

#include "loops/checks/AliasChecks.h"
#include "loops/context/LoopOptions.h"
#include "verdict/LoopVerdict.h"

#include <set>
#include <vector>

namespace hocket::polyhedral {

/// A reduction, and the bytes that it may touch: `size` from `address`.
struct MemoryReduction {
  ReductionObject reduction;
  Value address;
  uint32_t size = 0;
  /// `size` is known on entry alone, where this must hold; `address` is what
  /// the offsets are relative to.
  std::optional<UpdateFootprint> footprint;
  /// Bytes from `origin` that no update begins before.
  std::optional<int64_t> lowest;
  EntryCondition condition;
  /// Not 0: all that is touched is `member` + a multiple of `stride` bytes from
  /// `origin`.
  int64_t stride = 0, member = 0;
  Value origin;
  bool isByData = false; ///< with `reach`: the offsets come from memory
  /// Sums of floating-point numbers, which must stay in order.
  bool needsOrder = false;
};

/// Candidates among the updates of the model's root whose target is not in
/// `own`. Those with `needsOrder` are for remarks only.
std::vector<MemoryReduction>
findMemoryReductions(AffineModel &model, const std::set<ir::ObjectId> &own,
                     const LoopOptions &options);

} // namespace hocket::polyhedral
