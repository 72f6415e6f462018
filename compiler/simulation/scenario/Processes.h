// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/model/Machine.h"
#include "simulation/model/Workload.h"
#include "soc/Fields.h"

namespace hocket::simulation {

/// The scenario's `processes` and `events`.
void readProcesses(soc::Fields &scenario, const Machine &machine,
                   Workload &workload, std::vector<soc::SpecError> &errors);
void readEvents(soc::Fields &scenario, Workload &workload,
                std::vector<soc::SpecError> &errors);

/// Its position, or `none`.
uint32_t processNamed(const Workload &workload, const std::string &name);

} // namespace hocket::simulation
