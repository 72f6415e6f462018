// SPDX-License-Identifier: Apache-2.0
//
// For each loop: may its iterations run in any order, and what that takes.
//
// Needs: Program and Effects. Promises: verdict/LoopVerdict.h says what holds
// of each kind. What is not proved, or costs more than the isl budget, is
// Sequential with a remark.
#pragma once

#include "analysis/Effects.h"
#include "loops/context/LoopOptions.h"
#include "verdict/LoopVerdict.h"

#include <set>
#include <vector>

namespace hocket::polyhedral {

class ProgramIndex;

/// One verdict for each Loop node of the program, in order of node id.
/// \param only loops of other functions get none; empty: all do
std::vector<LoopVerdict>
classifyLoops(const ir::Program &program, const analysis::Effects &effects,
              const LoopOptions &options,
              const std::set<ir::FunctionId> &only = {});

/// The verdict on one loop, whatever else the program does.
LoopVerdict classifyLoop(const ProgramIndex &index, ir::NodeId loop,
                         const LoopOptions &options);

} // namespace hocket::polyhedral
