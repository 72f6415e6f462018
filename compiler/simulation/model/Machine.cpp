// SPDX-License-Identifier: Apache-2.0
#include "simulation/model/Machine.h"

#include <algorithm>

namespace hocket::simulation {

namespace {

/// A program's first, then those that are the OS's or cannot work together with
/// these.
std::vector<uint32_t> coreOrder(const soc::SocSpec &soc) {
  std::vector<uint32_t> order = soc.usableCores(0);
  for (uint32_t i = 0; i < soc.cores.size(); ++i)
    if (std::find(order.begin(), order.end(), i) == order.end())
      order.push_back(i);
  return order;
}

/// Clocks and idle states, without what anything draws.
power::ChipPower withoutWatts(const soc::SocSpec &soc,
                              const std::vector<uint32_t> &order) {
  soc::SocSpec known = soc;
  for (soc::FrequencyDomain &domain : known.domains)
    for (soc::OperatingPoint &point : domain.points) {
      point.coreMw = 0;
      point.voltage.reset();
    }
  for (soc::CoreType &type : known.types)
    for (soc::IdleState &state : type.idleStates)
      state.powerMw = 0;
  for (soc::Accelerator &unit : known.accelerators)
    unit.powerMw = unit.idleMw = 0;
  std::string missing;
  return *power::chipPower(known, order, missing);
}

} // namespace

Machine machineOf(const soc::SocSpec &soc) {
  Machine machine;
  machine.name = soc.name;
  std::vector<uint32_t> order = coreOrder(soc);
  if (auto chip = power::chipPower(soc, order, machine.whyNoEnergy)) {
    machine.chip = std::move(*chip);
  } else {
    machine.hasEnergy = false;
    machine.chip = withoutWatts(soc, order);
  }
  for (const soc::Cluster &cluster : soc.clusters)
    machine.clusters.push_back({cluster.name, cluster.isExclusive, {}});
  for (uint32_t position : order) {
    const soc::Core &core = soc.cores[position];
    machine.clusters[core.cluster].cores.push_back(
        uint32_t(machine.cluster.size()));
    machine.cluster.push_back(core.cluster);
    machine.capacity.push_back(soc.types[core.type].capacity);
    machine.type.push_back(soc.types[core.type].name);
    machine.id.push_back(core.id);
    machine.isForOs.push_back(core.isForOs);
  }
  machine.migrationNs = soc.costs.migrationUs * 1e3;
  machine.switchNs = soc.costs.clusterSwitchUs * 1e3;
  return machine;
}

Machine equalCores(uint32_t cores) {
  Machine machine;
  machine.name = "equal cores";
  machine.hasEnergy = false;
  machine.whyNoEnergy = "no chip is given";
  power::DomainPower &domain = machine.chip.domains.emplace_back();
  domain.name = "clock";
  domain.hertz = {1e9};
  machine.clusters.push_back({"cluster", false, {}});
  for (uint32_t core = 0; core < cores; ++core) {
    machine.chip.cores.push_back({0, {0.0}, {}});
    machine.clusters[0].cores.push_back(core);
  }
  machine.cluster.assign(cores, 0);
  machine.capacity.assign(cores, 1);
  machine.type.assign(cores, "core");
  machine.isForOs.assign(cores, false);
  for (uint32_t core = 0; core < cores; ++core)
    machine.id.push_back(core);
  return machine;
}

} // namespace hocket::simulation
