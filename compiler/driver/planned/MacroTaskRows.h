// SPDX-License-Identifier: Apache-2.0
//
// The macro-task graph of a region with its earliest executable conditions, as
// the reports show it.
#pragma once

#include "planning/PlannedProgram.h"
#include "report/ReportData.h"
#include "support/Remarks.h"

#include <string>
#include <vector>

namespace hocket::driver {

std::vector<report::MacroTaskRow>
macroTaskRows(const ir::Program &program, const taskgraph::TaskGraph &graph);

/// The same rows as a remark with a note on each.
Remark conditionsRemark(const std::vector<report::MacroTaskRow> &rows,
                        const SourceLocation &at, const std::string &function);

} // namespace hocket::driver
