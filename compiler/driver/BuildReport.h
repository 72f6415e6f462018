// SPDX-License-Identifier: Apache-2.0
//
// Results of all stages as the plain values that reports show.
#pragma once

#include "driver/Compilation.h"
#include "planning/PlannedProgram.h"
#include "report/ReportData.h"

namespace hocket::driver {

/// Adds the remarks on loops and regions to `c` and collects everything.
report::ReportData
buildReport(const ir::Program &program, const analysis::Effects &effects,
            const std::vector<polyhedral::LoopVerdict> &verdicts,
            const planning::PlannedProgram &planned, Compilation &c);

} // namespace hocket::driver
