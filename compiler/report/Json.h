// SPDX-License-Identifier: Apache-2.0
//
// The report for programs: one JSON object.
//
//   {"program", "soc", "chip", "cores", "core_list": [{"id", "speed"}],
//    "regions": [{"file", "function", "line", "endLine", "cores",
//      "sequential_ns", "parallel_ns", "predicted_speedup",
//      "levels": [{"name", "parent", "line", "repetitions", "makespan_ns",
//                  "algorithm"}],
//      "macro_tasks": [{"number", "block", "name", "file", "line", "column",
//                       "layer", "branch", "condition",
//                       "control": [{"branch", "side"}],
//                       "data": [{"task", "or_not": [{"branch", "side"}]}]}],
//      "tasks": [{"id", "kind", "name", "file", "line", "core", "level",
//                 "start", "end"}],
//      "edges": [{"from", "to", "object", "kind", "bytes", "distance",
//                 "sync"}]}],
//    "loops": [{"file", "function", "line", "column", "decision", "kind",
//               "remark", "reason", "notes"}],
//    "remarks": [{"id", "kind", "stage", "file", "line", "column", "function",
//                 "message", "help", "notes"}]}
//
// Times are nanoseconds; "decision" is "parallel" or "sequential". Members may
// be added, none will be renamed.
#pragma once

#include "report/ReportData.h"

#include <string>

namespace hocket::report {

std::string toJson(const ReportData &data);

} // namespace hocket::report
