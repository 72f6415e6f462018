// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soc/SocSpec.h"

#include <string>
#include <vector>

namespace hocket::driver {

/// hocket simulate: executes a schedule, or a scenario, or both, on a simulated
/// chip, and writes times and energies as tables, JSON, drawings and a trace.
/// \returns the exit status. Throws UserError for mistakes in options and
/// files.
/// \param loadSoc reads what --soc= names
int simulateCommand(const std::vector<std::string> &arguments,
                    soc::SocSpec (*loadSoc)(const std::string &nameOrFile));

} // namespace hocket::driver
