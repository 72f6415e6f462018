// SPDX-License-Identifier: Apache-2.0
#include "power/ChipPower.h"

#include "scheduling/CoreView.h"

#include <algorithm>
#include <set>

namespace hocket::power {

double IdleState::leastNs() const {
  return std::max(breakEvenNs, entryNs + exitNs);
}

std::optional<uint32_t> CorePower::clusterState() const {
  if (states.empty() || !states.back().isOfCluster)
    return std::nullopt;
  return uint32_t(states.size() - 1);
}

std::optional<double> CorePower::wattsAlone(uint32_t state) const {
  while (state-- > 0)
    if (!states[state].isOfCluster)
      return states[state].watts;
  return std::nullopt;
}

namespace {

/// The spec says what a core draws at each point; nothing is to be computed.
bool isMeasured(const soc::FrequencyDomain &domain) {
  return std::all_of(domain.points.begin(), domain.points.end(),
                     [](const soc::OperatingPoint &point) {
                       return point.coreMw.has_value();
                     });
}

/// The field that energies of this core need and the spec lacks; empty: none.
std::string missingFor(const soc::SocSpec &soc, const soc::Core &core) {
  const soc::CoreType &type = soc.types[core.type];
  const soc::FrequencyDomain &domain = soc.domains[core.domain];
  if (isMeasured(domain))
    return {};
  if (!domain.points.front().voltage)
    return "the operating points of frequency domain '" + domain.name +
           "' have no 'volts'";
  if (type.capacitancePf == 0)
    return "core type '" + type.name + "' has no 'capacitance-pf'";
  return {};
}

/// Of C * V^2 * f and leakage, at a voltage that may be higher than the point
/// needs.
double computedWatts(const soc::CoreType &type,
                     const soc::FrequencyDomain &domain,
                     const soc::OperatingPoint &point, double volts) {
  return type.capacitancePf * 1e-12 * volts * volts *
             double(point.frequencyHz) +
         type.staticMw * 1e-3 * volts / *domain.points.back().voltage;
}

/// What was measured at the point, at a higher voltage.
double raisedWatts(double milliwatts, const soc::OperatingPoint &point,
                   double volts) {
  const double more = volts / *point.voltage;
  return milliwatts * 1e-3 * more * more;
}

/// \param hasCluster all cores of its cluster are the program's; others would
/// keep the cluster awake
CorePower corePower(const soc::SocSpec &soc, const soc::Core &core,
                    bool hasCluster) {
  const soc::CoreType &type = soc.types[core.type];
  CorePower power;
  power.domain = core.domain;
  power.cluster = core.cluster;
  const std::vector<soc::OperatingPoint> &points =
      soc.domains[core.domain].points;
  for (const soc::OperatingPoint &point : points) {
    if (isMeasured(soc.domains[core.domain])) {
      power.watts.push_back(*point.coreMw * 1e-3);
      continue;
    }
    power.watts.push_back(
        computedWatts(type, soc.domains[core.domain], point, *point.voltage));
  }
  for (const soc::IdleState &state : type.idleStates)
    if (hasCluster || !state.isOfCluster)
      power.states.push_back(
          {state.name, state.entryUs * 1e3, state.exitUs * 1e3,
           state.breakEvenUs * 1e3, state.powerMw * 1e-3,
           (state.entryUj + state.exitUj) * 1e-6, state.isOfCluster});
  return power;
}

/// Of exclusive clusters one runs: those without a core here are off, if one
/// has some, and so are their clocks.
bool isOff(const soc::SocSpec &soc, uint32_t domain,
           const std::vector<uint32_t> &cores) {
  auto isExclusive = [&](const soc::Core &core) {
    return soc.clusters[core.cluster].isExclusive;
  };
  bool hasExclusive = false;
  for (uint32_t position : cores) {
    hasExclusive |= isExclusive(soc.cores[position]);
    if (soc.cores[position].domain == domain)
      return false;
  }
  return hasExclusive && std::all_of(soc.cores.begin(), soc.cores.end(),
                                     [&](const soc::Core &core) {
                                       return core.domain != domain ||
                                              isExclusive(core);
                                     });
}

/// Supplies that make a difference: of several clocks, with several voltages.
void addSupplies(const soc::SocSpec &soc, const std::vector<uint32_t> &cores,
                 ChipPower &chip) {
  for (uint32_t index = 0; index < soc.voltageDomains.size(); ++index) {
    SupplyPower supply{soc.voltageDomains[index].name, {}, {}};
    std::set<double> volts;
    bool isKnown = true;
    for (uint32_t domain = 0; domain < soc.domains.size(); ++domain) {
      if (soc.domains[domain].voltage != index || isOff(soc, domain, cores))
        continue;
      supply.domains.push_back(domain);
      for (const soc::OperatingPoint &point : soc.domains[domain].points)
        if (point.voltage)
          volts.insert(*point.voltage);
        else
          isKnown = false;
    }
    if (supply.domains.size() < 2)
      continue;
    if (!isKnown)
      chip.unknown.push_back("what one clock of '" + supply.name +
                             "' costs the others");
    if (!isKnown || volts.size() < 2)
      continue;
    supply.volts.assign(volts.begin(), volts.end());
    for (uint32_t domain : supply.domains) {
      chip.domains[domain].supply = uint32_t(chip.supplies.size());
      for (const soc::OperatingPoint &point : soc.domains[domain].points)
        chip.domains[domain].needs.push_back(
            uint32_t(std::lower_bound(supply.volts.begin(), supply.volts.end(),
                                      *point.voltage) -
                     supply.volts.begin()));
    }
    chip.supplies.push_back(std::move(supply));
  }
}

/// Watts at each point, by level.
template <typename Watts>
LevelWatts byLevel(const SupplyPower &supply,
                   const soc::FrequencyDomain &domain, Watts watts) {
  LevelWatts all;
  for (double volts : supply.volts) {
    std::vector<double> &level = all.emplace_back();
    for (const soc::OperatingPoint &point : domain.points)
      level.push_back(watts(point, std::max(volts, *point.voltage)));
  }
  return all;
}

/// What the cores and what they share draw at each level.
void addLevels(const soc::SocSpec &soc, const std::vector<uint32_t> &cores,
               ChipPower &chip) {
  for (uint32_t domain = 0; domain < chip.domains.size(); ++domain)
    if (const auto &supply = chip.domains[domain].supply;
        supply && !chip.domains[domain].sharedWatts.empty())
      chip.domains[domain].sharedWattsAt =
          byLevel(chip.supplies[*supply], soc.domains[domain],
                  [](const soc::OperatingPoint &point, double volts) {
                    return raisedWatts(*point.clusterMw, point, volts);
                  });
  for (size_t i = 0; i < cores.size(); ++i) {
    const soc::FrequencyDomain &domain = soc.domains[chip.cores[i].domain];
    const soc::CoreType &type = soc.types[soc.cores[cores[i]].type];
    if (const auto &supply = chip.domains[chip.cores[i].domain].supply)
      chip.cores[i].wattsAt =
          byLevel(chip.supplies[*supply], domain,
                  [&](const soc::OperatingPoint &point, double volts) {
                    return point.coreMw
                               ? raisedWatts(*point.coreMw, point, volts)
                               : computedWatts(type, domain, point, volts);
                  });
  }
}

} // namespace

std::optional<ChipPower> chipPower(const soc::SocSpec &soc,
                                   const std::vector<uint32_t> &cores,
                                   std::string &missing) {
  ChipPower chip;
  for (const soc::FrequencyDomain &from : soc.domains) {
    DomainPower &domain = chip.domains.emplace_back();
    domain.name = from.name;
    domain.changeNs = from.transitionUs * 1e3;
    domain.changeJoules = from.transitionUj * 1e-6;
    for (const soc::OperatingPoint &point : from.points) {
      domain.hertz.push_back(double(point.frequencyHz));
      if (point.clusterMw)
        domain.sharedWatts.push_back(*point.clusterMw * 1e-3);
    }
  }
  std::vector<size_t> missingCores(soc.clusters.size());
  for (const soc::Core &core : soc.cores)
    ++missingCores[core.cluster];
  for (uint32_t position : cores)
    --missingCores[soc.cores[position].cluster];
  for (uint32_t position : cores) {
    const soc::Core &core = soc.cores[position];
    missing = missingFor(soc, core);
    if (!missing.empty())
      return std::nullopt;
    chip.cores.push_back(corePower(soc, core, missingCores[core.cluster] == 0));
    const soc::CoreType &type = soc.types[core.type];
    std::string leakage = "leakage of '" + type.name + "'";
    if (type.staticMw == 0 && !isMeasured(soc.domains[core.domain]) &&
        std::find(chip.unknown.begin(), chip.unknown.end(), leakage) ==
            chip.unknown.end())
      chip.unknown.push_back(leakage);
  }
  for (const soc::Accelerator &unit : soc.accelerators)
    chip.units.push_back(
        {unit.name, unit.count, unit.powerMw * 1e-3, unit.idleMw * 1e-3});
  addSupplies(soc, cores, chip);
  addLevels(soc, cores, chip);
  return chip;
}

std::vector<double> unitJoules(const ChipPower &chip,
                               const scheduling::Problem &problem,
                               const scheduling::Schedule &schedule,
                               double ns) {
  std::vector<double> joules;
  for (const UnitPower &unit : chip.units) {
    double works = 0;
    for (scheduling::TaskIndex task = 0; task < problem.tasks.size(); ++task)
      if (const auto &on = schedule.placements[task].unit;
          on && problem.units[*on].name == unit.name)
        works += *unitNs(problem, schedule, task);
    joules.push_back(
        (works * unit.watts + (unit.count * ns - works) * unit.idleWatts) *
        1e-9);
  }
  return joules;
}

double taskNs(const scheduling::Task &task, scheduling::CoreIndex core,
              const DomainPower &domain, uint32_t point) {
  double scaled = task.cost[core] - task.memory;
  return task.memory + scaled * (domain.hertz.back() / domain.hertz[point]);
}

} // namespace hocket::power
