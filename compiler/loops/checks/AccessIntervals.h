// SPDX-License-Identifier: Apache-2.0
//
// The bytes that accesses touch, as an interval (Intervals.h).
#pragma once

#include "loops/checks/Intervals.h"

namespace hocket::polyhedral {

/// What the accesses touch together, relative to their base, which they have in
/// common: `low` is the first byte, `high` the one behind the last.
std::optional<Interval>
accessInterval(CheckContext &c,
               const std::vector<const MemoryAccess *> &accesses);

} // namespace hocket::polyhedral
