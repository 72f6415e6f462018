// SPDX-License-Identifier: Apache-2.0
//
// The summary for the terminal.
#include "report/Text.h"
#include "report/profile/TraceReport.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace hocket::report {

using trace::Time;

namespace {

std::string time(Time ns) { return formatTime(double(ns)); }

std::string percent(Time part, Time whole) {
  return formatNumber(whole > 0 ? double(part) / double(whole) * 100 : 0, 1) +
         "%";
}

/// Rows of cells; the first column to the left, the others to the right.
class Table {
public:
  explicit Table(std::vector<std::string> head) { add(std::move(head)); }
  void add(std::vector<std::string> cells) {
    rows_.push_back(std::move(cells));
  }

  std::string text() const {
    std::vector<std::size_t> widths(rows_.front().size());
    for (const std::vector<std::string> &row : rows_)
      for (std::size_t i = 0; i < row.size(); ++i)
        widths[i] = std::max(widths[i], length(row[i]));
    std::string result;
    for (const std::vector<std::string> &row : rows_) {
      std::string line = "  ";
      for (std::size_t i = 0; i < row.size(); ++i) {
        std::string gap(widths[i] - length(row[i]), ' ');
        line += i == 0 ? row[i] + gap : "  " + gap + row[i];
      }
      result += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return result;
  }

private:
  /// In characters, not bytes.
  static std::size_t length(const std::string &text) {
    return std::count_if(text.begin(), text.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    });
  }
  std::vector<std::vector<std::string>> rows_;
};

std::string coreTable(const TraceReport &report) {
  const trace::Trace &t = *report.trace;
  bool hasGates = false;
  for (std::size_t i = 0; i < t.cores.size(); ++i)
    hasGates |= report.summary.cores[i].gated > 0;
  std::vector<std::string> head{"core", "busy", "", "waiting", ""};
  if (hasGates)
    head.insert(head.end(), {"gated", ""});
  if (t.hasSwitches)
    head.insert(head.end(), {"on no CPU", ""});
  Table table(head);
  const Time whole = report.chart.span.length();
  for (std::size_t i = 0; i < t.cores.size(); ++i) {
    const trace::CoreTimes &times = report.summary.cores[i];
    std::vector<std::string> row{std::to_string(i)};
    auto add = [&](Time part) {
      row.insert(row.end(), {time(part), percent(part, whole)});
    };
    add(times.busy);
    add(times.waiting);
    if (hasGates)
      add(times.gated);
    if (t.hasSwitches)
      add(times.away);
    table.add(row);
  }
  return table.text();
}

std::string totals(const std::vector<trace::Total> &rows,
                   const TraceReport &report, const char *what) {
  if (rows.empty())
    return {};
  Table table({what, "core", "times", "together", "mean", "longest"});
  for (std::size_t i = 0; i < std::min(rows.size(), report.top); ++i) {
    const trace::Total &row = rows[i];
    table.add({report.trace->names[row.name],
               row.core == trace::none ? "any" : std::to_string(row.core),
               std::to_string(row.count), time(row.sum),
               time(row.sum / Time(row.count)), time(row.longest)});
  }
  std::string text = "\n" + table.text();
  if (rows.size() > report.top)
    text += llvm::formatv("  ... {0} more\n", rows.size() - report.top);
  return text;
}

std::string regionTable(const TraceReport &report) {
  if (report.summary.regions.empty())
    return {};
  Table table({"region", "runs", "together", "mean", "shortest", "longest"});
  for (const trace::RegionTotal &row : report.summary.regions)
    table.add({report.trace->regions[row.region].name,
               std::to_string(row.count), time(row.sum),
               time(row.sum / Time(row.count)), time(row.shortest),
               time(row.longest)});
  return "\n" + table.text();
}

/// "planned against measured"
std::string planTable(const TraceReport &report) {
  if (!report.hasPlan)
    return {};
  if (report.comparisons.empty())
    return "\nthe plan has none of these regions\n";
  std::string text;
  for (const trace::RegionComparison &region : report.comparisons) {
    Table table({region.name, "core", "times", "planned", "measured", "ratio"});
    auto ratio = [](double measured, double planned) {
      return planned > 0 ? formatNumber(measured / planned, 2) : "";
    };
    table.add({"all", "", std::to_string(region.count),
               formatTime(region.plannedNs), formatTime(region.measuredNs),
               ratio(region.measuredNs, region.plannedNs)});
    for (const trace::TaskComparison &task : region.tasks)
      table.add({task.name, std::to_string(task.core),
                 std::to_string(task.count), formatTime(task.plannedNs),
                 formatTime(task.measuredNs),
                 ratio(task.measuredNs, task.plannedNs)});
    text += "\n" + table.text();
  }
  return text;
}

std::string tlpText(const TraceReport &report) {
  const trace::Tlp &tlp = report.tlp;
  std::string text = llvm::formatv("thread-level parallelism {0} over {1}\n",
                                   tlp.value ? formatNumber(*tlp.value, 3)
                                             : "undefined: never busy",
                                   time(tlp.span.length()));
  if (!report.showsTlp)
    return text;
  Table table({"busy CPUs", "time", ""});
  for (std::size_t i = 0; i < tlp.parts.size(); ++i)
    table.add({std::to_string(i),
               formatTime(tlp.parts[i] * double(tlp.span.length())),
               formatNumber(tlp.parts[i] * 100, 1) + "%"});
  text += table.text();
  if (report.windows.empty())
    return text;
  Table over({"from", "TLP", "busy"});
  for (const trace::Tlp &window : report.windows)
    over.add({time(window.span.begin - tlp.span.begin),
              window.value ? formatNumber(*window.value, 3) : "-",
              formatNumber((1 - window.parts[0]) * 100, 1) + "%"});
  return text + "\n" + over.text();
}

std::string missing(const trace::Switches &s) {
  if (!s.lost && !s.reappeared && !s.replaced)
    return {};
  return llvm::formatv(
      "events are missing: {0} by the kernel's word; {1} times a thread turned "
      "up on another CPU, {2} times a CPU ran another thread; {3} in doubt\n",
      s.lost, s.reappeared, s.replaced, time(s.inDoubt));
}

std::string programText(const TraceReport &report) {
  const trace::Trace &t = *report.trace;
  std::string text = llvm::formatv(
      "{0}, process {1}: {2} on {3} cores, {4} entered", t.program, t.process,
      time(report.chart.span.length()), t.cores.size(),
      t.entered == 1 ? std::string("1 region")
                     : std::to_string(t.entered) + " regions");
  if (t.sequential)
    text += llvm::formatv(", {0} run sequentially", t.sequential);
  text += "\n";
  for (std::size_t i = 0; i < t.cores.size(); ++i)
    if (t.cores[i].lost)
      text += llvm::formatv("the record of core {0} was full after {1}: {2} "
                            "events are lost\n",
                            i, time(t.cores[i].recordedTo - t.span.begin),
                            t.cores[i].lost);
  if (report.switches)
    text += missing(*report.switches);
  if (report.showsTlp)
    return text + tlpText(report);
  return text + coreTable(report) + tlpText(report) + regionTable(report) +
         totals(report.summary.tasks, report, "task") +
         totals(report.summary.waits, report, "wait") + planTable(report);
}

std::string switchesText(const TraceReport &report) {
  const trace::Switches &s = *report.switches;
  std::string text =
      llvm::formatv("{0} switches on {1} CPUs in {2}\n", s.events,
                    s.cpus.size(), time(s.span.length()));
  text += missing(s);
  Table table({"CPU", "busy", ""});
  for (std::size_t i = 0; i < report.chart.rows.size(); ++i)
    table.add({std::to_string(i),
               formatTime(report.chart.rows[i].busy *
                          double(report.chart.span.length())),
               formatNumber(report.chart.rows[i].busy * 100, 1) + "%"});
  return text + table.text() + tlpText(report);
}

} // namespace

std::string traceText(const TraceReport &report) {
  return report.trace ? programText(report) : switchesText(report);
}

} // namespace hocket::report
