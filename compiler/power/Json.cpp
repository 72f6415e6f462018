// SPDX-License-Identifier: Apache-2.0
#include "power/Plan.h"

namespace hocket::power {

namespace json = llvm::json;

const char *toString(Objective::Kind kind) {
  switch (kind) {
  case Objective::Kind::Time:
    return "time";
  case Objective::Kind::Deadline:
    return "deadline";
  case Objective::Kind::Energy:
    return "energy";
  }
  return "";
}

static json::Value domains(const ChipPower &chip, const Plan &plan) {
  json::Array array;
  for (size_t d = 0; d < chip.domains.size(); ++d) {
    const DomainPower &domain = chip.domains[d];
    json::Object object{{"name", json::fixUTF8(domain.name)},
                        {"hertz", json::Array(domain.hertz)},
                        {"changeNs", domain.changeNs},
                        {"changeJoules", domain.changeJoules}};
    if (!domain.sharedWatts.empty()) {
      object["sharedWatts"] = json::Array(domain.sharedWatts);
      object["sharedJoules"] = plan.shared[d];
    }
    if (domain.supply) {
      const SupplyPower &supply = chip.supplies[*domain.supply];
      json::Array volts;
      for (uint32_t level : domain.needs)
        volts.push_back(supply.volts[level]);
      object["supply"] = json::fixUTF8(supply.name);
      object["volts"] = std::move(volts);
    }
    array.push_back(std::move(object));
  }
  return array;
}

static json::Value cores(const ChipPower &chip, const Plan &plan) {
  json::Array array;
  for (size_t core = 0; core < chip.cores.size(); ++core) {
    const CoreEnergy &energy = plan.energy[core];
    json::Object asleep;
    for (size_t state = 0; state < energy.asleep.size(); ++state)
      asleep[json::fixUTF8(chip.cores[core].states[state].name)] =
          energy.asleep[state];
    array.push_back(json::Object{{"domain", chip.cores[core].domain},
                                 {"watts", json::Array(chip.cores[core].watts)},
                                 {"running", energy.running},
                                 {"changing", energy.changing},
                                 {"waiting", energy.waiting},
                                 {"asleep", std::move(asleep)}});
  }
  return array;
}

static json::Value units(const ChipPower &chip, const Plan &plan) {
  json::Array array;
  for (size_t unit = 0; unit < chip.units.size(); ++unit)
    array.push_back(json::Object{{"name", json::fixUTF8(chip.units[unit].name)},
                                 {"watts", chip.units[unit].watts},
                                 {"idleWatts", chip.units[unit].idleWatts},
                                 {"joules", plan.units[unit]}});
  return array;
}

static json::Value tasks(const Plan &plan) {
  json::Array array;
  for (size_t task = 0; task < plan.placements.size(); ++task) {
    json::Array runs;
    for (const Run &run : plan.runs[task])
      runs.push_back(json::Object{
          {"point", run.point}, {"start", run.begin}, {"end", run.end}});
    array.push_back(json::Object{{"core", plan.placements[task].core},
                                 {"start", plan.placements[task].start},
                                 {"end", plan.placements[task].end},
                                 {"runs", std::move(runs)}});
  }
  return array;
}

static json::Value changes(const Plan &plan) {
  json::Array array;
  for (const Change &change : plan.changes)
    array.push_back(json::Object{{"domain", change.domain},
                                 {"core", change.core},
                                 {"from", change.from},
                                 {"to", change.to},
                                 {"start", change.begin},
                                 {"end", change.end}});
  return array;
}

static json::Value gaps(const ChipPower &chip, const Plan &plan) {
  json::Array array;
  for (const Gap &gap : plan.gaps) {
    json::Object object{
        {"core", gap.core}, {"start", gap.begin}, {"end", gap.end}};
    if (gap.state)
      object["state"] =
          json::fixUTF8(chip.cores[gap.core].states[*gap.state].name);
    array.push_back(std::move(object));
  }
  return array;
}

json::Object toJson(const ChipPower &chip, const Objective &objective,
                    const Plan &plan) {
  json::Object object{{"objective", toString(objective.kind)},
                      {"method", plan.method},
                      {"joules", plan.joules},
                      {"makespan", plan.makespan},
                      {"horizon", plan.horizonNs},
                      {"domains", domains(chip, plan)},
                      {"cores", cores(chip, plan)},
                      {"tasks", tasks(plan)},
                      {"changes", changes(plan)},
                      {"gaps", gaps(chip, plan)}};
  if (objective.kind == Objective::Kind::Deadline)
    object["deadline"] = objective.deadlineNs;
  if (!chip.units.empty())
    object["accelerators"] = units(chip, plan);
  json::Array unknown;
  for (const std::string &what : chip.unknown)
    unknown.push_back(json::fixUTF8(what));
  if (!unknown.empty())
    object["countedAsNone"] = std::move(unknown);
  return object;
}

} // namespace hocket::power
