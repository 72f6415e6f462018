// SPDX-License-Identifier: Apache-2.0
//
// What the command line means for a stage, in the stage's own terms.
#pragma once

#include "driver/Compilation.h"
#include "frontend/SourceInput.h"
#include "inlining/InlineCalls.h"
#include "loops/ClassifyLoops.h"
#include "nestcheck/CheckNest.h"
#include "planning/PlanProgram.h"
#include "speculation/SpeculativeLoops.h"
#include "transformation/ReorderNests.h"

#include <vector>

namespace hocket::driver {

polyhedral::LoopOptions loopOptions(const Compilation &c);
/// \param seen outlives them
transformation::ReorderOptions
reorderOptions(const Compilation &c, const std::vector<SourceInput> &inputs,
               transformation::SeenOperations &seen);
nestcheck::CheckOptions checkOptions(const Compilation &c);
inlining::InliningOptions inliningOptions(const Options &options);
planning::PlanOptions planOptions(const Compilation &c);
/// Loops may run speculatively at all: the emitted program runs by itself, and
/// nobody else keeps records of its memory, or lowers the clocks of cores that
/// children run on.
bool maySpeculate(const Compilation &c);
speculation::SpeculationOptions speculationOptions(const Compilation &c);

} // namespace hocket::driver
