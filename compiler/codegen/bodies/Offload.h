// SPDX-License-Identifier: Apache-2.0
//
// Starting a task on an accelerator: a function that names what the accelerator
// is given and gives back, as the task's body would find it, and hands it to
// the runtime.
#pragma once

#include "codegen/frame/BodyNames.h"
#include "taskgraph/RegionPlan.h"

#include <string>

namespace hocket::codegen {

/// The record of a task that runs on a unit, and the function that starts it.
std::string offloadName(const RegionContext &c, taskgraph::TaskId task);
std::string startName(const RegionContext &c, taskgraph::TaskId task);

/// Both as C, for all tasks that the plan puts on units; empty: there are none.
/// The function takes what the task's body takes, and behind that the number of
/// the run; it returns 0 if the body has to be run.
std::string emitOffloads(const RegionContext &c,
                         const taskgraph::RegionPlan &plan);

} // namespace hocket::codegen
