// SPDX-License-Identifier: Apache-2.0
#include "trace/ComparePlan.h"

#include "support/JsonError.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

namespace hocket::trace {

namespace json = llvm::json;

static bool fromJSON(const json::Value &value, PlannedTask &task,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  double start = 0, end = 0;
  bool isRead = map && map.map("name", task.name) &&
                map.map("core", task.core) && map.map("start", start) &&
                map.map("end", end);
  task.ns = end - start;
  return isRead;
}

static bool fromJSON(const json::Value &value, PlannedRegion &region,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  std::string file, function;
  uint64_t line = 0;
  if (!map || !map.map("file", file) || !map.map("function", function) ||
      !map.map("line", line) || !map.map("cores", region.cores) ||
      !map.map("sequential_ns", region.sequentialNs) ||
      !map.map("parallel_ns", region.parallelNs) ||
      !map.map("tasks", region.tasks))
    return false;
  region.name = (llvm::sys::path::filename(file) + ":" + std::to_string(line) +
                 " " + function)
                    .str();
  return true;
}

static bool fromJSON(const json::Value &value, PlannedCore &core,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("id", core.id) && map.map("speed", core.speed);
}

std::optional<Plan> readPlan(const std::string &text, std::string &error) {
  llvm::Expected<json::Value> root = json::parse(text);
  if (!root) {
    error = locatedJsonError(root.takeError());
    return std::nullopt;
  }
  json::Path::Root path("report");
  json::ObjectMapper map(*root, path);
  Plan plan;
  if (!map || !map.map("program", plan.program) ||
      !map.mapOptional("chip", plan.chip) ||
      !map.mapOptional("core_list", plan.cores) ||
      !map.map("regions", plan.regions)) {
    error = ": error: " + llvm::toString(path.getError());
    return std::nullopt;
  }
  return plan;
}

/// \returns nothing if no core ran the region.
static std::optional<RegionComparison>
compare(const PlannedRegion &planned, uint32_t region, const Summary &summary) {
  RegionComparison result;
  result.name = planned.name;
  result.plannedNs = planned.parallelNs;
  result.sequentialNs = planned.sequentialNs;
  for (const RegionTotal &total : summary.regions)
    if (total.region == region) {
      result.count = total.count;
      result.measuredNs = double(total.sum) / double(total.count);
    }
  if (result.count == 0)
    return std::nullopt;
  std::vector<const Total *> totals(planned.tasks.size());
  for (const Total &total : summary.tasks)
    if (total.region == region && total.task < totals.size())
      totals[total.task] = &total;
  for (uint32_t task = 0; task < totals.size(); ++task)
    if (const Total *total = totals[task])
      result.tasks.push_back({planned.tasks[task].name, task,
                              planned.tasks[task].core, planned.tasks[task].ns,
                              double(total->sum) / double(total->count),
                              total->count});
  return result;
}

std::vector<RegionComparison> comparePlan(const Plan &plan, const Trace &trace,
                                          const Summary &summary) {
  std::vector<RegionComparison> result;
  for (const PlannedRegion &planned : plan.regions)
    for (uint32_t region = 0; region < trace.regions.size(); ++region)
      if (trace.regions[region].name == planned.name &&
          trace.regions[region].tasks.size() == planned.tasks.size())
        if (std::optional<RegionComparison> one =
                compare(planned, region, summary))
          result.push_back(std::move(*one));
  return result;
}

} // namespace hocket::trace
