// SPDX-License-Identifier: Apache-2.0
//
// The figures as JSON, for programs.
#include "report/profile/TraceReport.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace hocket::report {

namespace {

namespace json = llvm::json;

class Writer {
public:
  explicit Writer(llvm::raw_ostream &out) : json_(out, 2) {}

  void write(const std::vector<TraceReport> &reports) {
    json_.object([&] {
      json_.attributeArray("traces", [&] {
        for (const TraceReport &report : reports)
          json_.object([&] { write(report); });
      });
    });
  }

private:
  void text(llvm::StringRef key, std::string_view value) {
    json_.attribute(key, json::fixUTF8(value));
  }

  template <typename Row, typename Fn>
  void list(llvm::StringRef key, const std::vector<Row> &rows, Fn write) {
    json_.attributeArray(key, [&] {
      for (const Row &row : rows)
        json_.object([&] { write(row); });
    });
  }

  void write(const TraceReport &report) {
    text("file", report.file);
    json_.attribute("length_ns", report.chart.span.length());
    json_.attributeObject("tlp", [&] { write(report.tlp); });
    list("tlp_over_time", report.windows,
         [&](const trace::Tlp &window) { write(window); });
    if (report.trace)
      writeTrace(report);
    else
      writeSwitches(*report.switches);
  }

  void write(const trace::Tlp &tlp) {
    json_.attribute("begin_ns", tlp.span.begin);
    json_.attribute("end_ns", tlp.span.end);
    json_.attribute("tlp", tlp.value ? json::Value(*tlp.value) : nullptr);
    json_.attributeArray("busy", [&] {
      for (double part : tlp.parts)
        json_.value(part);
    });
  }

  void writeSwitches(const trace::Switches &switches) {
    json_.attribute("switches", int64_t(switches.events));
    json_.attribute("cpus", int64_t(switches.cpus.size()));
    json_.attribute("lost", int64_t(switches.lost));
    json_.attribute("reappeared", int64_t(switches.reappeared));
    json_.attribute("replaced", int64_t(switches.replaced));
    json_.attribute("in_doubt_ns", switches.inDoubt);
  }

  void writeTrace(const TraceReport &report) {
    const trace::Trace &t = *report.trace;
    text("program", t.program);
    json_.attribute("process", int64_t(t.process));
    json_.attributeArray("cores", [&] {
      for (std::size_t i = 0; i < t.cores.size(); ++i)
        json_.object([&] {
          const trace::CoreTimes &times = report.summary.cores[i];
          json_.attribute("busy_ns", times.busy);
          json_.attribute("waiting_ns", times.waiting);
          json_.attribute("gated_ns", times.gated);
          json_.attribute("away_ns",
                          t.hasSwitches ? json::Value(times.away) : nullptr);
          json_.attribute("lost", int64_t(t.cores[i].lost));
        });
    });
    list("regions", report.summary.regions, [&](const trace::RegionTotal &row) {
      text("name", t.regions[row.region].name);
      json_.attribute("runs", int64_t(row.count));
      json_.attribute("sum_ns", row.sum);
      json_.attribute("shortest_ns", row.shortest);
      json_.attribute("longest_ns", row.longest);
    });
    auto total = [&](const trace::Total &row) {
      text("name", t.names[row.name]);
      if (row.region != trace::none)
        text("region", t.regions[row.region].name);
      if (row.task != trace::none)
        json_.attribute("task", row.task);
      if (row.core != trace::none)
        json_.attribute("core", row.core);
      json_.attribute("count", int64_t(row.count));
      json_.attribute("sum_ns", row.sum);
      json_.attribute("longest_ns", row.longest);
    };
    list("tasks", report.summary.tasks, total);
    list("waits", report.summary.waits, total);
    if (report.switches)
      json_.attributeObject("merged", [&] { writeSwitches(*report.switches); });
    if (report.hasPlan)
      list("planned", report.comparisons,
           [&](const trace::RegionComparison &row) { write(row); });
  }

  void write(const trace::RegionComparison &region) {
    text("name", region.name);
    json_.attribute("runs", int64_t(region.count));
    json_.attribute("planned_ns", region.plannedNs);
    json_.attribute("measured_ns", region.measuredNs);
    json_.attribute("sequential_ns", region.sequentialNs);
    list("tasks", region.tasks, [&](const trace::TaskComparison &task) {
      text("name", task.name);
      json_.attribute("task", task.task);
      json_.attribute("core", int64_t(task.core));
      json_.attribute("count", int64_t(task.count));
      json_.attribute("planned_ns", task.plannedNs);
      json_.attribute("measured_ns", task.measuredNs);
    });
  }

  json::OStream json_;
};

} // namespace

std::string traceJson(const std::vector<TraceReport> &reports) {
  std::string text;
  llvm::raw_string_ostream out(text);
  Writer(out).write(reports);
  out << '\n';
  return text;
}

} // namespace hocket::report
