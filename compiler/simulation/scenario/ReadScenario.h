// SPDX-License-Identifier: Apache-2.0
//
// What runs beside a schedule, or alone, under which operating system, and what
// the user does: a YAML file. docs/simulate.md lists the keys.
#pragma once

#include "simulation/Simulate.h"
#include "soc/SpecError.h"

#include <string>
#include <string_view>
#include <vector>

namespace hocket::simulation {

/// Adds processes to the workload, and sets what the file says. All mistakes go
/// to `errors`, each with its place; then workload and settings are of no use.
/// \param file only names it in errors
void readScenario(std::string_view text, const std::string &file,
                  const Machine &machine, Workload &workload,
                  Settings &settings, std::vector<soc::SpecError> &errors);

} // namespace hocket::simulation
