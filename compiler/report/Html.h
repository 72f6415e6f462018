// SPDX-License-Identifier: Apache-2.0
//
// The report for people: one page that needs nothing else, neither network nor
// scripts. Left, for each region its levels, each with the schedule as a Gantt
// chart by core and the task graph; right, the source with each loop's verdict
// in the margin. Colours follow the reader's light or dark setting; all that
// can be clicked can be reached by keyboard.
#pragma once

#include "report/ReportData.h"

#include <string>

namespace hocket::report {

std::string toHtml(const ReportData &data);

} // namespace hocket::report
