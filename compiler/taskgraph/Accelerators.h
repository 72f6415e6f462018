// SPDX-License-Identifier: Apache-2.0
//
// Accelerators as units of a level's scheduling problem, and what marked tasks
// cost on them.
#pragma once

#include "ir/AcceleratorMark.h"
#include "scheduling/Problem.h"
#include "soc/SocSpec.h"
#include "taskgraph/Region.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace hocket::taskgraph {

/// The task may run on an accelerator: it is all of a marked block.
std::optional<ir::AcceleratorMark> markOf(const ir::Program &program,
                                          const MacroTask &task);

/// Nanoseconds that the accelerator has the task, once it is started: what it
/// is given moves there, it computes, what is taken moves back.
/// \param unit with a known clock
double nsOnAccelerator(const ir::Program &program,
                       const ir::AcceleratorMark &mark,
                       const ir::AcceleratorTask &task,
                       const soc::Accelerator &unit);

/// Adds the accelerator that may run the task to the problem's units, unless
/// they are there, and to the task its costs on them. An accelerator that the
/// chip does not have adds nothing.
void addUnits(const ir::Program &program, const ir::AcceleratorMark &mark,
              llvm::ArrayRef<ir::AcceleratorTask> accelerated,
              const soc::SocSpec &soc, scheduling::TaskIndex task,
              scheduling::Problem &problem);

} // namespace hocket::taskgraph
