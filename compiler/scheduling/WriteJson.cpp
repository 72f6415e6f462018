// SPDX-License-Identifier: Apache-2.0
//
// Problems and schedules as JSON, written as it goes: as values in memory they
// would take gigabytes (support/JsonLists.h). Members are sorted by name.
#include "scheduling/Problem.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

namespace hocket::scheduling {

namespace json = llvm::json;

/// Whole numbers, which are most, as such: that is the same text and faster.
static void write(json::OStream &out, double value) {
  if (value == std::floor(value) && value != 0 && std::abs(value) < 1e15)
    out.value(int64_t(value));
  else
    out.value(value);
}

static void write(json::OStream &out, llvm::StringLiteral key, double value) {
  out.attributeBegin(key);
  write(out, value);
  out.attributeEnd();
}

template <typename T>
static void writeNumbers(json::OStream &out, const std::vector<T> &values) {
  out.array([&] {
    for (T value : values)
      if constexpr (std::is_floating_point_v<T>)
        write(out, value);
      else
        out.value(value);
  });
}

/// One number where all are the same.
static void writeCosts(json::OStream &out, const std::vector<double> &cost) {
  if (!cost.empty() && llvm::all_equal(cost))
    write(out, cost.front());
  else
    writeNumbers(out, cost);
}

static void write(json::OStream &out, const Task &task) {
  out.attributeBegin("cost");
  writeCosts(out, task.cost);
  out.attributeEnd();
  if (task.gang)
    out.attribute("gang", *task.gang);
  if (task.memory != 0)
    write(out, "memory", task.memory);
  out.attribute("name",
                json::isUTF8(task.name) ? task.name : json::fixUTF8(task.name));
  if (!task.onUnits.empty())
    out.attributeArray("onUnits", [&] {
      for (const UnitCost &cost : task.onUnits)
        out.object([&] {
          write(out, "cost", cost.ns);
          out.attribute("unit", cost.unit);
        });
    });
  if (task.pinned)
    out.attribute("pinned", *task.pinned);
  if (task.preferred)
    out.attribute("preferred", *task.preferred);
}

static void write(json::OStream &out, const Edge &edge) {
  out.attribute("bytes", edge.bytes);
  out.attribute("distance", edge.distance);
  out.attribute("from", edge.from);
  if (edge.onlyOnSameCore)
    out.attribute("onlyOnSameCore", true);
  out.attribute("to", edge.to);
}

static void write(json::OStream &out, const ProcessingUnit &unit) {
  if (unit.cluster)
    out.attribute("cluster", *unit.cluster);
  out.attribute("name",
                json::isUTF8(unit.name) ? unit.name : json::fixUTF8(unit.name));
  write(out, "startNs", unit.startNs);
  if (unit.which != 0)
    out.attribute("which", unit.which);
}

static void write(json::OStream &out, const Sync &sync) {
  out.attribute("distance", sync.distance);
  out.attribute("from", sync.from);
  out.attribute("to", sync.to);
}

static void write(json::OStream &out, const Placement &placement) {
  out.attribute("core", placement.core);
  write(out, "end", placement.end);
  write(out, "start", placement.start);
  if (placement.unit)
    out.attribute("unit", *placement.unit);
}

static void write(json::OStream &out, const ClusterLink &link) {
  out.attribute("from", link.from);
  write(out, "nsPerByte", link.nsPerByte);
  write(out, "syncNs", link.syncNs);
  out.attribute("to", link.to);
}

template <typename T>
static void writeList(json::OStream &out, llvm::StringLiteral key,
                      const std::vector<T> &items) {
  out.attributeArray(key, [&] {
    for (const T &item : items)
      out.object([&] { write(out, item); });
  });
}

static void write(json::OStream &out, const Problem &problem) {
  out.attributeBegin("cluster");
  writeNumbers(out, problem.cluster);
  out.attributeEnd();
  out.attribute("cores", problem.cores);
  writeList(out, "edges", problem.edges);
  if (!problem.links.empty())
    writeList(out, "links", problem.links);
  write(out, "nsPerByte", problem.nsPerByte);
  write(out, "nsPerByteAcross", problem.nsPerByteAcross);
  out.attribute("repeats", problem.repeats);
  write(out, "syncAcrossNs", problem.syncAcrossNs);
  write(out, "syncNs", problem.syncNs);
  writeList(out, "tasks", problem.tasks);
  if (!problem.units.empty())
    writeList(out, "units", problem.units);
}

static void write(json::OStream &out, const Schedule &schedule) {
  out.attribute("algorithm", schedule.algorithm);
  write(out, "lowerBound", schedule.lowerBound);
  write(out, "makespan", schedule.makespan);
  out.attributeArray("order", [&] {
    for (const std::vector<TaskIndex> &core : schedule.order)
      writeNumbers(out, core);
  });
  write(out, "period", schedule.period);
  writeList(out, "placements", schedule.placements);
  writeList(out, "syncs", schedule.syncs);
}

static std::vector<llvm::StringRef> sortedKeys(const json::Object &object) {
  std::vector<llvm::StringRef> keys;
  for (const auto &[key, value] : object)
    keys.push_back(key);
  llvm::sort(keys);
  return keys;
}

std::string toJson(const Problem &problem, const Schedule *schedule,
                   const json::Object *beside) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  json::OStream out(stream, 2);
  out.object([&] {
    if (beside)
      for (llvm::StringRef key : sortedKeys(*beside))
        out.attribute(key, *beside->get(key));
    out.attributeObject("problem", [&] { write(out, problem); });
    if (schedule)
      out.attributeObject("schedule", [&] { write(out, *schedule); });
  });
  stream << "\n";
  return text;
}

} // namespace hocket::scheduling
