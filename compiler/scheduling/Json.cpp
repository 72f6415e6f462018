// SPDX-License-Identifier: Apache-2.0
//
// Problems and schedules from JSON: {"problem": {...}, "schedule": {...}}.
// Types and ranges of numbers are checked; whether the content makes sense is
// for check() and verify().
#include "scheduling/Problem.h"

#include "support/JsonError.h"
#include "support/JsonLists.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

#include <limits>

namespace hocket::scheduling {

namespace json = llvm::json;

/// Reads an unsigned number that fits T.
template <typename T>
static bool readNumber(const json::Value &value, T &out, json::Path path) {
  std::optional<uint64_t> number = value.getAsUINT64();
  if (!number || *number > std::numeric_limits<T>::max()) {
    path.report("expected an unsigned number in range");
    return false;
  }
  out = static_cast<T>(*number);
  return true;
}

template <typename T>
static bool readNumbers(const json::Value &value, std::vector<T> &out,
                        json::Path path) {
  const json::Array *array = value.getAsArray();
  if (!array) {
    path.report("expected an array");
    return false;
  }
  out.resize(array->size());
  for (size_t i = 0; i < out.size(); ++i)
    if (!readNumber((*array)[i], out[i], path.index(i)))
      return false;
  return true;
}

/// A member of an object that must be there.
template <typename T, typename Read>
static bool readMember(const json::Value &value, llvm::StringLiteral key,
                       T &out, json::Path path, Read read) {
  const json::Object *object = value.getAsObject();
  if (!object) {
    path.report("expected an object");
    return false;
  }
  const json::Value *member = object->get(key);
  if (!member) {
    path.field(key).report("missing value");
    return false;
  }
  return read(*member, out, path.field(key));
}

template <typename T>
static bool readMember(const json::Value &value, llvm::StringLiteral key,
                       T &out, json::Path path) {
  return readMember(value, key, out, path, readNumber<T>);
}

/// A member that may be missing.
static bool readOptional(const json::Value &value, llvm::StringLiteral key,
                         std::optional<uint32_t> &out, json::Path path) {
  out.reset();
  return !value.getAsObject()->get(key) ||
         readMember(value, key, out.emplace(), path);
}

/// A number for each core, or one for all: fillCosts() makes that as many.
static bool readCosts(const json::Value &value, std::vector<double> &cost,
                      json::Path path) {
  if (std::optional<double> same = value.getAsNumber()) {
    cost = {*same};
    return true;
  }
  return fromJSON(value, cost, path);
}

static void fillCosts(const json::Value &value, const Problem &problem,
                      Task &task) {
  if (problem.cluster.size() == problem.cores && // else check() says so
      value.getAsObject()->get("cost")->getAsNumber())
    task.cost.assign(problem.cores, task.cost[0]);
}

static bool fromJSON(const json::Value &value, UnitCost &cost,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("cost", cost.ns) &&
         readMember(value, "unit", cost.unit, path);
}

static bool fromJSON(const json::Value &value, ProcessingUnit &unit,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("name", unit.name) &&
         map.map("startNs", unit.startNs) &&
         (!value.getAsObject()->get("which") ||
          readMember(value, "which", unit.which, path)) &&
         readOptional(value, "cluster", unit.cluster, path);
}

static bool fromJSON(const json::Value &value, Task &task, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("name", task.name) &&
         map.mapOptional("memory", task.memory) &&
         map.mapOptional("onUnits", task.onUnits) &&
         readMember(value, "cost", task.cost, path, readCosts) &&
         readOptional(value, "pinned", task.pinned, path) &&
         readOptional(value, "preferred", task.preferred, path) &&
         readOptional(value, "gang", task.gang, path);
}

static bool fromJSON(const json::Value &value, Edge &edge, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.mapOptional("onlyOnSameCore", edge.onlyOnSameCore) &&
         readMember(value, "from", edge.from, path) &&
         readMember(value, "to", edge.to, path) &&
         readMember(value, "bytes", edge.bytes, path) &&
         readMember(value, "distance", edge.distance, path);
}

static bool fromJSON(const json::Value &value, Sync &sync, json::Path path) {
  return readMember(value, "from", sync.from, path) &&
         readMember(value, "to", sync.to, path) &&
         readMember(value, "distance", sync.distance, path);
}

static bool fromJSON(const json::Value &value, Placement &placement,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("start", placement.start) &&
         map.map("end", placement.end) &&
         readMember(value, "core", placement.core, path) &&
         readOptional(value, "unit", placement.unit, path);
}

static bool fromJSON(const json::Value &value, ClusterLink &link,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("syncNs", link.syncNs) &&
         map.map("nsPerByte", link.nsPerByte) &&
         readMember(value, "from", link.from, path) &&
         readMember(value, "to", link.to, path);
}

static bool fromJSON(const json::Value &value, Problem &problem,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  bool isRead = map && map.map("repeats", problem.repeats) &&
                map.map("syncNs", problem.syncNs) &&
                map.map("syncAcrossNs", problem.syncAcrossNs) &&
                map.map("nsPerByte", problem.nsPerByte) &&
                map.map("nsPerByteAcross", problem.nsPerByteAcross) &&
                map.map("tasks", problem.tasks) &&
                map.map("edges", problem.edges) &&
                map.mapOptional("units", problem.units) &&
                map.mapOptional("links", problem.links) &&
                readMember(value, "cores", problem.cores, path) &&
                readMember(value, "cluster", problem.cluster, path,
                           readNumbers<uint32_t>);
  if (!isRead)
    return false;
  const json::Array &tasks = *value.getAsObject()->getArray("tasks");
  for (size_t i = 0; i < problem.tasks.size(); ++i)
    fillCosts(tasks[i], problem, problem.tasks[i]);
  return true;
}

static bool readOrder(const json::Value &value,
                      std::vector<std::vector<TaskIndex>> &order,
                      json::Path path) {
  const json::Array *cores = value.getAsArray();
  if (!cores) {
    path.report("expected an array");
    return false;
  }
  order.resize(cores->size());
  for (size_t i = 0; i < order.size(); ++i)
    if (!readNumbers((*cores)[i], order[i], path.index(i)))
      return false;
  return true;
}

static bool fromJSON(const json::Value &value, Schedule &schedule,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("algorithm", schedule.algorithm) &&
         map.map("makespan", schedule.makespan) &&
         map.map("period", schedule.period) &&
         map.mapOptional("lowerBound", schedule.lowerBound) &&
         map.map("placements", schedule.placements) &&
         map.map("syncs", schedule.syncs) &&
         readMember(value, "order", schedule.order, path, readOrder);
}

static bool readRoot(const json::Value &root, Problem &problem,
                     std::optional<Schedule> &schedule, json::Path path) {
  json::ObjectMapper map(root, path);
  problem = {};
  schedule.reset();
  if (!map || !map.map("problem", problem) ||
      !map.mapOptional("schedule", schedule.emplace()))
    return false;
  if (!root.getAsObject()->get("schedule"))
    schedule.reset();
  return true;
}

/// Reads a list that was taken out of the file.
template <typename T>
static bool append(const JsonLists &file, llvm::StringRef member,
                   llvm::StringRef name, std::vector<T> &list,
                   json::Path path) {
  return file.read(member, name, [&](const json::Value &value, size_t) {
    return fromJSON(value, list.emplace_back(), path);
  });
}

static bool readLists(const JsonLists &file, Problem &problem,
                      std::optional<Schedule> &schedule) {
  json::Path::Root path; // what it is told is not asked for
  auto readTask = [&](const json::Value &value, size_t) {
    Task &task = problem.tasks.emplace_back();
    if (!fromJSON(value, task, path))
      return false;
    fillCosts(value, problem, task);
    return true;
  };
  const JsonLists::Path known[] = {{"problem", "tasks"},
                                   {"problem", "edges"},
                                   {"problem", "units"},
                                   {"problem", "links"},
                                   {"schedule", "placements"},
                                   {"schedule", "syncs"}};
  return file.areOthersJson(known) &&
         readRoot(file.rest(), problem, schedule, path) &&
         file.read("problem", "tasks", readTask) &&
         append(file, "problem", "edges", problem.edges, path) &&
         append(file, "problem", "units", problem.units, path) &&
         append(file, "problem", "links", problem.links, path) &&
         (!schedule ||
          (append(file, "schedule", "placements", schedule->placements, path) &&
           append(file, "schedule", "syncs", schedule->syncs, path)));
}

bool fromJson(const std::string &text, Problem &problem,
              std::optional<Schedule> &schedule, std::string &error) {
  if (std::optional<JsonLists> file = JsonLists::split(text);
      file && readLists(*file, problem, schedule))
    return true;
  // Read at once, each mistake is known by its path.
  llvm::Expected<json::Value> root = json::parse(text);
  if (!root) {
    error = locatedJsonError(root.takeError());
    return false;
  }
  constexpr llvm::StringLiteral name = "schedule file";
  json::Path::Root path(name);
  if (readRoot(*root, problem, schedule, path))
    return true;
  error = locatedJsonError(path.getError(), text, name);
  return false;
}

} // namespace hocket::scheduling
