// SPDX-License-Identifier: Apache-2.0
//
// The summary for the terminal.
#include "report/Text.h"
#include "report/profile/TableText.h"
#include "report/profile/TraceTables.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace hocket::report {

namespace {

std::string tlpText(const TraceReport &report) {
  const trace::Tlp &tlp = report.tlp;
  std::string text = llvm::formatv("thread-level parallelism {0} over {1}\n",
                                   tlp.value ? formatNumber(*tlp.value, 3)
                                             : "undefined: never busy",
                                   formatTime(double(tlp.span.length())));
  if (!report.showsTlp)
    return text;
  text += tableText(busyTable(report));
  TraceTable over = windowTable(report);
  return over.rows.empty() ? text : text + "\n" + tableText(over);
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
    return text + tableText(coreTable(report)) + tlpText(report);
  if (report.showsTlp)
    return text + tlpText(report);
  text += tableText(coreTable(report)) + tlpText(report);
  for (const TraceTable &table : programTables(report))
    text += "\n" + tableText(table);
  return text;
}

} // namespace hocket::report
