// SPDX-License-Identifier: Apache-2.0
//
// Task graphs that name no chip: what `hocket schedule --graph=` reads. Their
// tasks have a cost on the fastest core, their edges bytes.
#pragma once

#include "scheduling/Problem.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hocket::scheduling {

struct GraphTask {
  std::string name;
  double cost = 0;                      ///< on the fastest core
  std::map<std::string, double> costOn; ///< on other types of cores, by name
  /// On accelerators that can run it, by name, what moves there and back
  /// included.
  std::map<std::string, double> costOnAccelerator;
  std::optional<CoreIndex> pinned;
  double memory = 0; ///< of each cost, what a lower clock does not prolong
};

struct GraphFile {
  std::vector<GraphTask> tasks; ///< in an order that edges go forward in
  std::vector<Edge> edges;      ///< of distance 0
};

/// {"graph": {"tasks": [{"name": "a", "cost": 10}, ...],
///  "edges": [{"from": 0, "to": 1, "bytes": 64}, ...]}}; docs/schedule.md lists
/// the members. \returns nothing and sets `error`, to be put behind the file's
/// name: ":3:14: error: ...".
std::optional<GraphFile> readGraphJson(const std::string &text,
                                       std::string &error);

/// The format of the Standard Task Graph Set (Tobita and Kasahara, "A standard
/// task graph set for fair evaluation of multiprocessor scheduling algorithms",
/// J. Scheduling 5(5), 2002): the number of tasks, then for each its number,
/// its processing time, how many predecessors it has, and these. The first and
/// the last task, which take no time and are not counted, are left out.
std::optional<GraphFile> readStandardTaskGraph(const std::string &text,
                                               std::string &error);

/// Brings tasks into an order that all edges go forward in, as near to the
/// given one as possible. \returns an edge of a circle if there is one.
std::optional<size_t> sortTasks(GraphFile &graph);

} // namespace hocket::scheduling
