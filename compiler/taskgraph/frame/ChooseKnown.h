// SPDX-License-Identifier: Apache-2.0
//
// What a task is told about its integers.
//
// A compiler finds these where it writes a function into its only caller. A
// task is called through a pointer and gets its variables from memory, so it
// has to be told: a stride of n elements is then no multiplication, a loop of
// `order` steps no loop.
//
// Values that a compiler knows it may compute with beforehand, without fusing,
// and with mathematics functions that round correctly. So what computes in
// floating point is told only if nothing is fused and nothing called
// (docs/rationale/same-bits.md).
#pragma once

#include "analysis/values/KnownValues.h"
#include "taskgraph/Region.h"
#include "taskgraph/RegionFacts.h"

namespace hocket::taskgraph {

/// Fills MacroTask::known.
/// \param mayFuse products and sums may be fused
void chooseKnown(const RegionFacts &facts, const analysis::KnownValues &values,
                 bool mayFuse, Region &region);

} // namespace hocket::taskgraph
