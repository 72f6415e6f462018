// SPDX-License-Identifier: Apache-2.0
//
// Time that follows the clock and time that does not. What a core computes
// takes longer at a lower clock; what it waits for memory takes as long. So
// profiles of the same runs at several clocks tell the two apart:
// ns = cycles / f + waiting.
#pragma once

#include "profile/Attach.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <vector>

namespace hocket::profile {

struct TimeAt {
  double khz = 0, ns = 0;
};

/// The nanoseconds that stay as long at any clock, at least 0 and at most the
/// shortest time, by least squares over 1/f.
/// \returns nothing for fewer than two clocks
std::optional<double> waitingNs(llvm::ArrayRef<TimeAt> times);

/// Puts into the first profile's figures what waits for memory
/// (ir::Measure::memoryNs): where the other profiles, at other clocks, have the
/// same counts, so that it was the clock that made the difference.
/// \param others of the same program, with `khz` known
void addWaiting(SourceMeasures &measures,
                llvm::ArrayRef<SourceMeasures> others);

} // namespace hocket::profile
