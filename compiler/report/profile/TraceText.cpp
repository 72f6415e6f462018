// SPDX-License-Identifier: Apache-2.0
//
// The summary for the terminal.
#include "report/Text.h"
#include "report/profile/TraceTables.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace hocket::report {

namespace {

/// In characters, not bytes.
std::size_t length(const std::string &text) {
  return std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  });
}

/// The first column to the left, the others to the right.
std::string textOf(const TraceTable &table) {
  std::vector<std::vector<std::string>> rows{table.head};
  rows.insert(rows.end(), table.rows.begin(), table.rows.end());
  std::vector<std::size_t> widths(table.head.size());
  for (const std::vector<std::string> &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], length(row[i]));
  std::string result;
  for (const std::vector<std::string> &row : rows) {
    std::string line = "  ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::string gap(widths[i] - length(row[i]), ' ');
      line += i == 0 ? row[i] + gap : "  " + gap + row[i];
    }
    result += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  if (table.more)
    result += llvm::formatv("  ... {0} more\n", table.more);
  return result;
}

std::string tlpText(const TraceReport &report) {
  const trace::Tlp &tlp = report.tlp;
  std::string text = llvm::formatv("thread-level parallelism {0} over {1}\n",
                                   tlp.value ? formatNumber(*tlp.value, 3)
                                             : "undefined: never busy",
                                   formatTime(double(tlp.span.length())));
  if (!report.showsTlp)
    return text;
  text += textOf(busyTable(report));
  TraceTable over = windowTable(report);
  return over.rows.empty() ? text : text + "\n" + textOf(over);
}

std::string firstLine(const TraceReport &report) {
  if (!report.trace)
    return llvm::formatv("{0} switches on {1} CPUs in {2}\n",
                         report.switches->events, report.switches->cpus.size(),
                         formatTime(double(report.switches->span.length())));
  const trace::Trace &t = *report.trace;
  std::string text = llvm::formatv(
      "{0}, process {1}: {2} on {3} cores, {4} entered", t.program, t.process,
      formatTime(double(report.chart.span.length())), t.cores.size(),
      t.entered == 1 ? std::string("1 region")
                     : std::to_string(t.entered) + " regions");
  if (t.sequential)
    text += llvm::formatv(", {0} run sequentially", t.sequential);
  return text + "\n";
}

} // namespace

std::string traceText(const TraceReport &report) {
  std::string text = firstLine(report);
  for (const std::string &remark : traceRemarks(report))
    text += remark + "\n";
  if (!report.trace)
    return text + textOf(coreTable(report)) + tlpText(report);
  if (report.showsTlp)
    return text + tlpText(report);
  text += textOf(coreTable(report)) + tlpText(report);
  for (const TraceTable &table : programTables(report))
    text += "\n" + textOf(table);
  return text;
}

} // namespace hocket::report
