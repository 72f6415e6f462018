// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace hocket::driver {

/// hocket schedule: schedules a problem, or a task graph for a chip, and writes
/// the schedule as JSON, as a drawing and as a trace. \returns the exit status.
/// Throws UserError for mistakes in options and files.
int scheduleCommand(const std::vector<std::string> &arguments);

} // namespace hocket::driver
