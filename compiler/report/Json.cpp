// SPDX-License-Identifier: Apache-2.0
//
// Writes the report as JSON; see Json.h for the schema.
#include "report/Json.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace hocket::report {

namespace {

namespace json = llvm::json;

/// User files may hold any bytes; JSON is UTF-8.
std::string utf8(std::string_view text) { return json::fixUTF8(text); }

std::string_view nameOf(RemarkKind kind) {
  switch (kind) {
  case RemarkKind::Passed:
    return "passed";
  case RemarkKind::Missed:
    return "missed";
  case RemarkKind::Warning:
    return "warning";
  case RemarkKind::Analysis:
    break;
  }
  return "analysis";
}

class Writer {
public:
  explicit Writer(llvm::raw_ostream &out) : json_(out, 2) {}

  void write(const ReportData &data) {
    json_.object([&] {
      text("program", data.program);
      text("soc", data.soc);
      text("chip", data.chip);
      json_.attribute("cores", data.cores);
      list("core_list", data.coreRows, [&](const CoreRow &row) { write(row); });
      list("regions", data.regions, [&](const RegionRow &row) { write(row); });
      list("loops", data.loops, [&](const LoopRow &row) { write(row); });
      list("remarks", data.remarks, [&](const Remark &row) { write(row); });
    });
  }

private:
  void text(llvm::StringRef key, std::string_view value) {
    json_.attribute(key, utf8(value));
  }

  template <typename Row, typename Fn>
  void list(llvm::StringRef key, const std::vector<Row> &rows, Fn write) {
    json_.attributeArray(key, [&] {
      for (const Row &row : rows)
        json_.object([&] { write(row); });
    });
  }

  void write(const CoreRow &core) {
    json_.attribute("id", core.id);
    json_.attribute("speed", core.speed);
  }

  void write(const RegionRow &region) {
    text("file", region.file);
    text("function", region.function);
    json_.attribute("line", region.line);
    json_.attribute("endLine", region.endLine);
    json_.attribute("cores", region.cores);
    json_.attribute("sequential_ns", region.sequentialNs);
    json_.attribute("measured", region.measured);
    json_.attribute("parallel_ns", region.parallelNs);
    json_.attribute("predicted_speedup", region.predictedSpeedup);
    list("levels", region.levels, [&](const LevelRow &row) { write(row); });
    list("macro_tasks", region.macroTasks,
         [&](const MacroTaskRow &row) { write(row); });
    list("tasks", region.tasks, [&](const TaskRow &row) { write(row); });
    list("edges", region.edges, [&](const EdgeRow &row) { write(row); });
  }

  void write(const LevelRow &level) {
    text("name", level.name);
    json_.attribute("parent", level.parent);
    json_.attribute("line", level.line);
    json_.attribute("repetitions", level.repetitions);
    json_.attribute("makespan_ns", level.makespanNs);
    json_.attribute("period_ns", level.periodNs);
    text("algorithm", level.algorithm);
  }

  void write(const MacroTaskRow &task) {
    json_.attribute("number", task.number);
    text("block", task.block);
    text("name", task.name);
    text("file", task.file);
    json_.attribute("line", task.line);
    json_.attribute("column", task.column);
    json_.attribute("layer", task.layer);
    json_.attribute("branch", task.isBranch);
    text("condition", task.condition);
    list("control", task.control, [&](const DecisionRow &row) { write(row); });
    list("data", task.data, [&](const MacroTaskRow::DataRow &row) {
      json_.attribute("task", row.task);
      list("or_not", row.orNot, [&](const DecisionRow &one) { write(one); });
    });
  }

  void write(const DecisionRow &decision) {
    json_.attribute("branch", decision.branch);
    text("side", decision.side ? "then" : "else");
  }

  void write(const TaskRow &task) {
    json_.attribute("id", task.id);
    text("kind", task.kind);
    text("name", task.name);
    text("file", task.file);
    json_.attribute("line", task.line);
    json_.attribute("core", task.core);
    if (!task.accelerator.empty())
      text("accelerator", task.accelerator);
    json_.attribute("level", task.level);
    json_.attribute("start", task.startNs);
    json_.attribute("end", task.endNs);
  }

  void write(const EdgeRow &edge) {
    json_.attribute("from", edge.from);
    json_.attribute("to", edge.to);
    text("object", edge.object);
    text("kind", edge.kind);
    json_.attribute("bytes", edge.bytes);
    json_.attribute("distance", edge.distance);
    json_.attribute("sync", edge.isSync);
  }

  void write(const LoopRow &loop) {
    text("file", loop.file);
    text("function", loop.function);
    json_.attribute("line", loop.line);
    json_.attribute("column", loop.column);
    json_.attribute("endLine", loop.endLine);
    text("decision", loop.isParallel ? "parallel" : "sequential");
    text("kind", loop.kind);
    text("remark", loop.remark);
    text("reason", loop.reason);
    notes(loop.notes);
  }

  void write(const Remark &remark) {
    const RemarkInfo &fixed = info(remark.id);
    text("id", fixed.name);
    text("kind", nameOf(fixed.kind));
    text("stage", fixed.stage);
    place(remark.location);
    text("function", remark.function);
    text("message", remark.message());
    text("help", remark.help());
    notes(remark.notes);
  }

  void notes(const std::vector<RemarkNote> &rows) {
    list("notes", rows, [&](const RemarkNote &note) {
      place(note.location);
      text("text", note.text);
    });
  }

  void place(const SourceLocation &location) {
    text("file", location.file);
    json_.attribute("line", location.line);
    json_.attribute("column", location.column);
  }

  json::OStream json_;
};

} // namespace

std::string toJson(const ReportData &data) {
  std::string text;
  llvm::raw_string_ostream out(text);
  Writer(out).write(data);
  out << '\n';
  return text;
}

} // namespace hocket::report
