// SPDX-License-Identifier: Apache-2.0
//
// What `hocket trace` shows of a file, in four forms. The driver fills it; all
// here renders it and computes nothing.
#pragma once

#include "trace/Chart.h"
#include "trace/ComparePlan.h"
#include "trace/Summary.h"

#include <string>

namespace hocket::report {

struct TraceReport {
  std::string file;
  const trace::Trace *trace = nullptr; ///< a program's own; null: none
  /// The kernel's; with a program's own, what was merged into it.
  const trace::Switches *switches = nullptr;
  trace::Summary summary;                    ///< of `trace`
  bool hasPlan = false;
  std::vector<trace::RegionComparison> comparisons;
  trace::Tlp tlp;
  std::vector<trace::Tlp> windows; ///< TLP over time; may be empty
  trace::Chart chart;
  std::size_t top = 10;  ///< rows of tables
  bool showsTlp = false; ///< by itself; else with the summary
};

/// For the terminal.
std::string traceText(const TraceReport &report);

/// A thread execution profile: an SVG document, or an element of a page.
std::string profileSvg(const trace::Chart &chart);
std::string profileElement(const trace::Chart &chart);
/// The style that the element needs.
std::string_view profileStyle();

/// TLP over time, an element of a page; empty without windows.
std::string tlpElement(const std::vector<trace::Tlp> &windows);

/// A page of its own.
std::string traceHtml(const TraceReport &report);

/// The figures; docs/runtime/traces.md lists the members.
std::string traceJson(const std::vector<TraceReport> &reports);

} // namespace hocket::report
