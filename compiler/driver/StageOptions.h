// SPDX-License-Identifier: Apache-2.0
//
// What the command line means for a stage, in the stage's own terms.
#pragma once

#include "driver/Compilation.h"
#include "inlining/InlineCalls.h"
#include "loops/ClassifyLoops.h"
#include "planning/PlanProgram.h"

namespace hocket::driver {

polyhedral::LoopOptions loopOptions(const Compilation &c);
inlining::InliningOptions inliningOptions(const Options &options);
planning::PlanOptions planOptions(const Compilation &c);

} // namespace hocket::driver
