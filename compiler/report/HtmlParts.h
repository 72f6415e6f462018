// SPDX-License-Identifier: Apache-2.0
//
// The parts that Html.cpp puts together. Internal to the HTML report. All
// results are well-formed markup; user text in it is escaped.
#pragma once

#include "report/ReportData.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hocket::report {

/// Where a line of a user's file stands in the page.
class Links {
public:
  explicit Links(const ReportData &data);
  /// "f0L40", or empty if the page does not show the line.
  std::string anchor(std::string_view file, uint32_t line) const;
  /// ` href="#f0L40"`, or empty.
  std::string href(std::string_view file, uint32_t line) const;
  /// "file.c:40", as a link if the line is shown.
  std::string place(std::string_view file, uint32_t line) const;

private:
  struct File {
    std::size_t index = 0;
    uint32_t lines = 0;
  };
  std::map<std::string, File, std::less<>> files_;
};

/// One level of one region, as the charts see it.
struct LevelView {
  const RegionRow &region;
  std::size_t regionIndex, level;
  const Links &links;
  std::vector<const TaskRow *> tasks; ///< of this level, in order of rows

  LevelView(const RegionRow &region, std::size_t regionIndex, std::size_t level,
            const Links &links);
  /// What joins a task's drawings: "r0t12".
  std::string key(uint32_t task) const;
  /// Opens the element around a task's drawing: a link with a tool tip.
  std::string openTask(const TaskRow &task, std::string_view detail) const;
};

/// "k-chunk", ...: the class that colours a task's kind.
std::string kindClass(std::string_view kind);

/// "1 task", "3 tasks".
std::string count(std::size_t number, std::string_view noun);

std::string ganttChart(const LevelView &view);
/// Empty where there is a single task, which says it all.
std::string taskGraph(const LevelView &view);
/// Macro-tasks of the layer that a level is, with their earliest executable
/// conditions as Kasahara's papers draw them: solid edges for data, dotted ones
/// for control, which leave a branch at a small circle; an arc over edges joins
/// conditions, solid if all have to hold, dotted if one is enough. Empty where
/// there is a single one.
std::string macroTaskGraph(const RegionRow &region, std::size_t regionIndex,
                           std::size_t level, const Links &links);
/// All source files, each loop's verdict in the margin.
std::string sourceView(const ReportData &data, const Links &links);

} // namespace hocket::report
