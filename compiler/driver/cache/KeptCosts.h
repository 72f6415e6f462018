// SPDX-License-Identifier: Apache-2.0
//
// Cycles of functions that an earlier link had compiled for its estimate: most
// texts stay what they were when one file of a program changes, and programs
// that are linked from one library have them in common.
#pragma once

#include "cost/MachineCost.h"
#include "driver/cache/Store.h"

namespace hocket::driver {

/// cost::estimateCycles, which finds in the store what it gave for the same
/// text, options and target, and keeps it there.
cost::CycleEstimator keptCycles(const Store &store);

} // namespace hocket::driver
