// SPDX-License-Identifier: Apache-2.0
#include "power/ChipPower.h"

#include <algorithm>

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
    double volts = *point.voltage;
    power.watts.push_back(
        type.capacitancePf * 1e-12 * volts * volts * double(point.frequencyHz) +
        type.staticMw * 1e-3 * volts / *points.back().voltage);
  }
  for (const soc::IdleState &state : type.idleStates)
    if (hasCluster || !state.isOfCluster)
      power.states.push_back(
          {state.name, state.entryUs * 1e3, state.exitUs * 1e3,
           state.breakEvenUs * 1e3, state.powerMw * 1e-3,
           (state.entryUj + state.exitUj) * 1e-6, state.isOfCluster});
  return power;
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
  return chip;
}

double taskNs(const scheduling::Task &task, scheduling::CoreIndex core,
              const DomainPower &domain, uint32_t point) {
  double scaled = task.cost[core] - task.memory;
  return task.memory + scaled * (domain.hertz.back() / domain.hertz[point]);
}

} // namespace hocket::power
