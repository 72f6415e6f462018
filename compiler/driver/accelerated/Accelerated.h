// SPDX-License-Identifier: Apache-2.0
//
// Which of the statements that are marked for accelerators run there, and what
// is to be said of them.
#pragma once

#include "accelerators/MarkTasks.h"
#include "ir/Program.h"
#include "planning/PlannedProgram.h"

#include <vector>

namespace hocket::driver {

struct FollowedMarks {
  std::vector<Remark> remarks; ///< on those that run on accelerators
  /// Whose tasks stay on the cores.
  accelerators::LeftOut leftOut;
};

/// Of the marks in the program.
FollowedMarks followPlan(const ir::Program &program,
                         const planning::PlannedProgram &planned,
                         const std::vector<ir::AcceleratorTask> &tasks);

} // namespace hocket::driver
