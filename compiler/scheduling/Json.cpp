// SPDX-License-Identifier: Apache-2.0
//
// Problems and schedules as JSON, both ways: {"problem": {...}, "schedule":
// {...}}. The reader checks types and ranges of numbers; whether the content
// makes sense is for check() and verify().
#include "scheduling/Problem.h"

#include "support/JsonError.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <limits>

namespace hocket::scheduling {

namespace json = llvm::json;

// --- writing
// ------------------------------------------------------------------

template <typename T> static json::Array numbers(const std::vector<T> &values) {
  json::Array array;
  for (T value : values)
    array.push_back(value);
  return array;
}

/// One number where all are the same.
static json::Value costs(const std::vector<double> &cost) {
  for (double c : cost)
    if (c != cost.front())
      return numbers(cost);
  return cost.empty() ? json::Value(json::Array()) : cost.front();
}

static json::Value toJSON(const Task &task) {
  json::Object object{{"name", json::fixUTF8(task.name)},
                      {"cost", costs(task.cost)}};
  if (task.pinned)
    object["pinned"] = *task.pinned;
  if (task.preferred)
    object["preferred"] = *task.preferred;
  if (task.gang)
    object["gang"] = *task.gang;
  if (task.memory != 0)
    object["memory"] = task.memory;
  return object;
}

static json::Value toJSON(const Edge &edge) {
  json::Object object{{"from", edge.from},
                      {"to", edge.to},
                      {"bytes", edge.bytes},
                      {"distance", edge.distance}};
  if (edge.onlyOnSameCore)
    object["onlyOnSameCore"] = true;
  return object;
}

static json::Value toJSON(const Sync &sync) {
  return json::Object{
      {"from", sync.from}, {"to", sync.to}, {"distance", sync.distance}};
}

static json::Value toJSON(const Placement &placement) {
  return json::Object{{"core", placement.core},
                      {"start", placement.start},
                      {"end", placement.end}};
}

static json::Value toJSON(const Problem &problem) {
  return json::Object{{"cores", problem.cores},
                      {"cluster", numbers(problem.cluster)},
                      {"repeats", problem.repeats},
                      {"syncNs", problem.syncNs},
                      {"syncAcrossNs", problem.syncAcrossNs},
                      {"nsPerByte", problem.nsPerByte},
                      {"nsPerByteAcross", problem.nsPerByteAcross},
                      {"tasks", json::Array(problem.tasks)},
                      {"edges", json::Array(problem.edges)}};
}

static json::Value toJSON(const Schedule &schedule) {
  json::Array order;
  for (const std::vector<TaskIndex> &core : schedule.order)
    order.push_back(numbers(core));
  return json::Object{{"algorithm", schedule.algorithm},
                      {"makespan", schedule.makespan},
                      {"period", schedule.period},
                      {"lowerBound", schedule.lowerBound},
                      {"placements", json::Array(schedule.placements)},
                      {"order", std::move(order)},
                      {"syncs", json::Array(schedule.syncs)}};
}

std::string toJson(const Problem &problem, const Schedule *schedule,
                   const json::Object *beside) {
  json::Object root = beside ? *beside : json::Object();
  root["problem"] = toJSON(problem);
  if (schedule)
    root["schedule"] = toJSON(*schedule);
  return llvm::formatv("{0:2}", json::Value(std::move(root))).str() + "\n";
}

// --- reading
// ------------------------------------------------------------------

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

static void fillCosts(const json::Array &tasks, Problem &problem) {
  if (problem.cluster.size() != problem.cores)
    return; // check() says so
  for (size_t i = 0; i < problem.tasks.size(); ++i)
    if (tasks[i].getAsObject()->get("cost")->getAsNumber())
      problem.tasks[i].cost.assign(problem.cores, problem.tasks[i].cost[0]);
}

static bool fromJSON(const json::Value &value, Task &task, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("name", task.name) &&
         map.mapOptional("memory", task.memory) &&
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
         readMember(value, "core", placement.core, path);
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
                readMember(value, "cores", problem.cores, path) &&
                readMember(value, "cluster", problem.cluster, path,
                           readNumbers<uint32_t>);
  if (isRead)
    fillCosts(*value.getAsObject()->getArray("tasks"), problem);
  return isRead;
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

bool fromJson(const std::string &text, Problem &problem,
              std::optional<Schedule> &schedule, std::string &error) {
  llvm::Expected<json::Value> root = json::parse(text);
  if (!root) {
    error = locatedJsonError(root.takeError());
    return false;
  }
  constexpr llvm::StringLiteral name = "schedule file";
  json::Path::Root path(name);
  json::ObjectMapper map(*root, path);
  problem = {};
  schedule.reset();
  if (!map || !map.map("problem", problem) ||
      !map.mapOptional("schedule", schedule.emplace())) {
    error = locatedJsonError(path.getError(), text, name);
    return false;
  }
  if (!root->getAsObject()->get("schedule"))
    schedule.reset();
  return true;
}

} // namespace hocket::scheduling
