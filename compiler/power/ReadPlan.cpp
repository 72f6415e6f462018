// SPDX-License-Identifier: Apache-2.0
#include "power/ReadPlan.h"

#include "support/JsonError.h"
#include "support/JsonLists.h"

#include <algorithm>
#include <map>

namespace hocket::power {

namespace json = llvm::json;

namespace {

bool readIndex(json::ObjectMapper &map, llvm::StringLiteral key,
               uint32_t &out) {
  uint64_t number = 0;
  bool isRead = map.map(key, number);
  // What is too large names nothing that there is; verify() says so.
  out = uint32_t(std::min<uint64_t>(number, ~0u));
  return isRead;
}

} // namespace

static bool fromJSON(const json::Value &value, Run &run, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && readIndex(map, "point", run.point) &&
         map.map("start", run.begin) && map.map("end", run.end);
}

static bool fromJSON(const json::Value &value, Change &change,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && readIndex(map, "domain", change.domain) &&
         readIndex(map, "core", change.core) &&
         readIndex(map, "from", change.from) &&
         readIndex(map, "to", change.to) && map.map("start", change.begin) &&
         map.map("end", change.end);
}

namespace {

/// A gap as the file has it: with the name of its state.
struct NamedGap {
  Gap gap;
  std::optional<std::string> state;
};

bool fromJSON(const json::Value &value, NamedGap &gap, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && readIndex(map, "core", gap.gap.core) &&
         map.map("start", gap.gap.begin) && map.map("end", gap.gap.end) &&
         map.map("state", gap.state);
}

struct PlannedTask {
  scheduling::Placement at;
  std::vector<Run> runs;
};

bool fromJSON(const json::Value &value, PlannedTask &task, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && readIndex(map, "core", task.at.core) &&
         map.map("start", task.at.start) && map.map("end", task.at.end) &&
         map.map("runs", task.runs);
}

struct NamedEnergy {
  CoreEnergy energy;
  std::map<std::string, double> asleep;
};

bool fromJSON(const json::Value &value, NamedEnergy &core, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("running", core.energy.running) &&
         map.map("changing", core.energy.changing) &&
         map.map("waiting", core.energy.waiting) &&
         map.map("asleep", core.asleep);
}

struct SharedEnergy {
  double joules = 0;
};

bool fromJSON(const json::Value &value, SharedEnergy &domain, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.mapOptional("sharedJoules", domain.joules);
}

struct UnitEnergy {
  double joules = 0;
};

bool fromJSON(const json::Value &value, UnitEnergy &unit, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("joules", unit.joules);
}

/// Position of the core's state of that name.
std::optional<uint32_t> stateOf(const ChipPower &chip, uint32_t core,
                                const std::string &name) {
  if (core < chip.cores.size())
    for (uint32_t i = 0; i < chip.cores[core].states.size(); ++i)
      if (chip.cores[core].states[i].name == name)
        return i;
  return std::nullopt;
}

bool takeGaps(const std::vector<NamedGap> &gaps, const ChipPower &chip,
              Plan &plan, json::Path path) {
  for (size_t i = 0; i < gaps.size(); ++i) {
    plan.gaps.push_back(gaps[i].gap);
    if (!gaps[i].state)
      continue;
    plan.gaps.back().state = stateOf(chip, gaps[i].gap.core, *gaps[i].state);
    if (!plan.gaps.back().state) {
      path.index(unsigned(i))
          .field("state")
          .report("expected an idle state of the core on this chip");
      return false;
    }
  }
  return true;
}

bool takeEnergies(const std::vector<NamedEnergy> &cores, const ChipPower &chip,
                  Plan &plan, json::Path path) {
  for (uint32_t i = 0; i < cores.size(); ++i) {
    CoreEnergy energy = cores[i].energy;
    if (i < chip.cores.size())
      energy.asleep.resize(chip.cores[i].states.size());
    for (const auto &[name, joules] : cores[i].asleep) {
      std::optional<uint32_t> state = stateOf(chip, i, name);
      if (!state) {
        path.index(i).field("asleep").report(
            "expected idle states of the core on this chip");
        return false;
      }
      energy.asleep[*state] = joules;
    }
    plan.energy.push_back(std::move(energy));
  }
  return true;
}

bool takeObjective(const std::string &name, Objective &objective,
                   json::Path path) {
  for (Objective::Kind kind : {Objective::Kind::Time, Objective::Kind::Deadline,
                               Objective::Kind::Energy})
    if (name == toString(kind)) {
      objective.kind = kind;
      return true;
    }
  path.report("expected 'time', 'deadline' or 'energy'");
  return false;
}

/// Reads what was taken out of one of the plan's lists.
template <typename T>
bool append(const JsonLists &lists, llvm::StringRef name, std::vector<T> &items,
            json::Path path) {
  return lists.read("power", name, [&](const json::Value &value, size_t) {
    return fromJSON(value, items.emplace_back(), path);
  });
}

/// \param lists what was taken out of the file, if that was done.
bool read(const json::Value &value, const ChipPower &chip, GivenPlan &given,
          json::Path path, const JsonLists *lists = nullptr) {
  Plan &plan = given.plan;
  std::string objective;
  std::vector<PlannedTask> tasks;
  std::vector<NamedGap> gaps;
  std::vector<NamedEnergy> cores;
  std::vector<SharedEnergy> domains;
  std::vector<UnitEnergy> units;
  json::ObjectMapper map(value, path);
  if (!map || !map.map("objective", objective) ||
      !map.map("method", plan.method) || !map.map("joules", plan.joules) ||
      !map.map("makespan", plan.makespan) ||
      !map.map("horizon", plan.horizonNs) || !map.map("tasks", tasks) ||
      !map.map("changes", plan.changes) || !map.map("gaps", gaps) ||
      !map.map("cores", cores) || !map.mapOptional("domains", domains) ||
      !map.mapOptional("accelerators", units) ||
      !map.mapOptional("deadline", given.objective.deadlineNs))
    return false;
  if (lists && (!append(*lists, "tasks", tasks, path) ||
                !append(*lists, "changes", plan.changes, path) ||
                !append(*lists, "gaps", gaps, path) ||
                !append(*lists, "cores", cores, path) ||
                !append(*lists, "domains", domains, path) ||
                !append(*lists, "accelerators", units, path)))
    return false;
  for (const SharedEnergy &domain : domains)
    plan.shared.push_back(domain.joules);
  plan.shared.resize(chip.domains.size());
  for (const UnitEnergy &unit : units)
    plan.units.push_back(unit.joules);
  for (PlannedTask &task : tasks) {
    plan.placements.push_back(task.at);
    plan.runs.push_back(std::move(task.runs));
  }
  return takeObjective(objective, given.objective, path.field("objective")) &&
         takeGaps(gaps, chip, plan, path.field("gaps")) &&
         takeEnergies(cores, chip, plan, path.field("cores"));
}

const json::Value *planIn(const json::Value &root) {
  const json::Object *object = root.getAsObject();
  return object ? object->get("power") : nullptr;
}

} // namespace

std::optional<GivenPlan> readPlan(const std::string &text,
                                  const ChipPower &chip, std::string &error) {
  error.clear();
  const JsonLists::Path known[] = {{"power", "tasks"},
                                   {"power", "changes"},
                                   {"power", "gaps"},
                                   {"power", "cores"},
                                   {"power", "domains"},
                                   {"power", "accelerators"}};
  if (std::optional<JsonLists> lists = JsonLists::split(text);
      lists && lists->areOthersJson(known)) {
    json::Path::Root path; // what it is told is not asked for
    GivenPlan given;
    const json::Value *power = planIn(lists->rest());
    if (!power)
      return std::nullopt;
    if (read(*power, chip, given, path, &*lists))
      return given;
  }
  // Read at once, each mistake is known by its path.
  llvm::Expected<json::Value> root = json::parse(text);
  if (!root) {
    error = locatedJsonError(root.takeError());
    return std::nullopt;
  }
  const json::Value *power = planIn(*root);
  if (!power)
    return std::nullopt;
  constexpr llvm::StringLiteral name = "power plan";
  json::Path::Root path(name);
  GivenPlan given;
  if (read(*power, chip, given, json::Path(path).field("power")))
    return given;
  error = locatedJsonError(path.getError(), text, name);
  return std::nullopt;
}

} // namespace hocket::power
