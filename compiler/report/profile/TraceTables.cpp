// SPDX-License-Identifier: Apache-2.0
#include "report/profile/TraceTables.h"

#include "report/Text.h"
#include "trace/Turns.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace hocket::report {

using trace::Time;
using Row = std::vector<std::string>;

namespace {

std::string time(Time ns) { return formatTime(double(ns)); }

std::string percent(double part) { return formatNumber(part * 100, 1) + "%"; }

TraceTable coresOfProgram(const TraceReport &report) {
  const trace::Trace &t = *report.trace;
  bool hasGates = std::any_of(
      report.summary.cores.begin(), report.summary.cores.end(),
      [](const trace::CoreTimes &times) { return times.gated > 0; });
  TraceTable table{"Cores", {"core", "busy", "", "waiting", ""}, {}, 0};
  if (hasGates)
    table.head.insert(table.head.end(), {"gated", ""});
  if (t.hasSwitches)
    table.head.insert(table.head.end(), {"on no CPU", ""});
  const double whole = double(std::max<Time>(report.chart.span.length(), 1));
  for (std::size_t i = 0; i < t.cores.size(); ++i) {
    const trace::CoreTimes &times = report.summary.cores[i];
    Row row{std::to_string(i)};
    auto add = [&](Time part) {
      row.insert(row.end(), {time(part), percent(double(part) / whole)});
    };
    add(times.busy);
    add(times.waiting);
    if (hasGates)
      add(times.gated);
    if (t.hasSwitches)
      add(times.away);
    table.rows.push_back(std::move(row));
  }
  return table;
}

TraceTable cpus(const TraceReport &report) {
  TraceTable table{"CPUs", {"CPU", "busy", ""}, {}, 0};
  for (std::size_t i = 0; i < report.chart.rows.size(); ++i) {
    double busy = report.chart.rows[i].busy;
    table.rows.push_back({std::to_string(i),
                          formatTime(busy * double(report.chart.span.length())),
                          percent(busy)});
  }
  return table;
}

TraceTable regions(const TraceReport &report) {
  TraceTable table{
      "Regions",
      {"region", "runs", "together", "mean", "shortest", "longest"},
      {},
      0};
  for (const trace::RegionTotal &row : report.summary.regions)
    table.rows.push_back({report.trace->regions[row.region].name,
                          std::to_string(row.count), time(row.sum),
                          time(row.sum / Time(row.count)), time(row.shortest),
                          time(row.longest)});
  return table;
}

TraceTable totals(const TraceReport &report, const char *title,
                  const char *what, const std::vector<trace::Total> &rows) {
  TraceTable table{title,
                   {what, "core", "times", "together", "mean", "longest"},
                   {},
                   rows.size() - std::min(rows.size(), report.top)};
  for (std::size_t i = 0; i < std::min(rows.size(), report.top); ++i) {
    const trace::Total &row = rows[i];
    table.rows.push_back(
        {report.trace->names[row.name],
         row.core == trace::none ? "any" : std::to_string(row.core),
         std::to_string(row.count), time(row.sum),
         time(row.sum / Time(row.count)), time(row.longest)});
  }
  return table;
}

/// Of a region: all of it, and its tasks.
TraceTable plan(const trace::RegionComparison &region) {
  TraceTable table{
      "Planned and measured",
      {region.name, "core", "times", "planned", "measured", "ratio"},
      {},
      0};
  auto add = [&](const std::string &name, const std::string &core,
                 uint64_t count, double planned, double measured) {
    table.rows.push_back(
        {name, core, std::to_string(count), formatTime(planned),
         formatTime(measured),
         planned > 0 ? formatNumber(measured / planned, 2) : std::string()});
  };
  add("all", "", region.count, region.plannedNs, region.measuredNs);
  for (const trace::TaskComparison &task : region.tasks)
    add(task.name, std::to_string(task.core), task.count, task.plannedNs,
        task.measuredNs);
  return table;
}

} // namespace

TraceTable coreTable(const TraceReport &report) {
  return report.trace ? coresOfProgram(report) : cpus(report);
}

std::vector<TraceTable> programTables(const TraceReport &report) {
  std::vector<TraceTable> tables;
  auto add = [&](TraceTable table) {
    if (!table.rows.empty() || table.more)
      tables.push_back(std::move(table));
  };
  add(regions(report));
  add(totals(report, "Tasks", "task", report.summary.tasks));
  add(totals(report, "Waits", "wait", report.summary.waits));
  for (const trace::RegionComparison &region : report.comparisons)
    add(plan(region));
  return tables;
}

TraceTable busyTable(const TraceReport &report) {
  const trace::Tlp &tlp = report.tlp;
  TraceTable table{
      "Thread-level parallelism", {"busy CPUs", "time", ""}, {}, 0};
  for (std::size_t i = 0; i < tlp.parts.size(); ++i)
    table.rows.push_back({std::to_string(i),
                          formatTime(tlp.parts[i] * double(tlp.span.length())),
                          percent(tlp.parts[i])});
  return table;
}

TraceTable windowTable(const TraceReport &report) {
  TraceTable table{
      "Thread-level parallelism over time", {"from", "TLP", "busy"}, {}, 0};
  for (const trace::Tlp &window : report.windows)
    table.rows.push_back({time(window.span.begin - report.tlp.span.begin),
                          window.value ? formatNumber(*window.value, 3) : "-",
                          percent(1 - window.parts[0])});
  return table;
}

namespace {

/// "0 to 1; 2, 4"
std::string listOf(const std::vector<std::vector<std::size_t>> &groups) {
  std::string text;
  for (const std::vector<std::size_t> &group : groups) {
    text += text.empty() ? "" : "; ";
    if (group.back() - group.front() + 1 == group.size()) {
      text += llvm::formatv("{0} to {1}", group.front(), group.back());
      continue;
    }
    for (std::size_t core : group)
      text += (core == group.front() ? "" : ", ") + std::to_string(core);
  }
  return text;
}

} // namespace

std::vector<std::string> traceRemarks(const TraceReport &report) {
  std::vector<std::string> remarks;
  if (const trace::Trace *t = report.trace) {
    if (t->missing)
      remarks.push_back(
          llvm::formatv("the record of {0} more core{1} is missing: it found "
                        "no room in the file",
                        t->missing, t->missing == 1 ? "" : "s"));
    for (std::size_t i = 0; i < t->cores.size(); ++i)
      if (t->cores[i].lost)
        remarks.push_back(llvm::formatv(
            "the record of core {0} was full after {1}: {2} "
            "events are lost",
            i, time(t->cores[i].recordedTo - t->span.begin), t->cores[i].lost));
    auto groups = trace::coresInTurns(*t);
    if (!groups.empty())
      remarks.push_back(llvm::formatv(
          "cores that took turns on one thread: {0}; what they waited includes "
          "what the others did meanwhile",
          listOf(groups)));
  }
  if (const trace::Switches *s = report.switches)
    if (s->lost || s->reappeared || s->replaced)
      remarks.push_back(llvm::formatv(
          "events are missing: {0} by the kernel's word; {1} times a thread "
          "turned up on another CPU, {2} times a CPU ran another thread; {3} "
          "in doubt",
          s->lost, s->reappeared, s->replaced, time(s->inDoubt)));
  if (report.hasPlan && report.comparisons.empty())
    remarks.push_back("the plan has none of these regions");
  return remarks;
}

} // namespace hocket::report
