// SPDX-License-Identifier: Apache-2.0
//
// The chip that is simulated: what power plans know of it (power/ChipPower.h),
// and what an operating system needs beside that. Cores are numbered as
// schedules number them; cores that no program may use come last.
#pragma once

#include "power/ChipPower.h"
#include "soc/SocSpec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hocket::simulation {

struct Cluster {
  std::string name;
  bool isExclusive = false; ///< of such clusters one runs at a time
  std::vector<uint32_t> cores;
};

struct Machine {
  std::string name;
  /// Without figures for energy all watts are 0.
  power::ChipPower chip;
  bool hasEnergy = true;
  std::string whyNoEnergy;

  std::vector<uint32_t> cluster; ///< of each core, into `clusters`
  std::vector<double> capacity;  ///< of each core at its highest clock; 1: most
  std::vector<std::string> type; ///< of each core, by name
  std::vector<unsigned> id;      ///< of each core, as the OS numbers it
  std::vector<bool> isForOs;     ///< no program's
  std::vector<Cluster> clusters;
  double migrationNs = 0; ///< of a thread to another core
  double switchNs = 0;    ///< from an exclusive cluster to the next

  uint32_t cores() const { return uint32_t(chip.cores.size()); }
  const power::DomainPower &domainOf(uint32_t core) const {
    return chip.domains[chip.cores[core].domain];
  }
  /// Work that the core does in a nanosecond, in nanoseconds of the fastest
  /// core at its highest clock.
  double speed(uint32_t core, uint32_t point) const {
    const power::DomainPower &domain = domainOf(core);
    return capacity[core] * domain.hertz[point] / domain.hertz.back();
  }
};

/// All cores of the chip: those that programs may use in the order of
/// SocSpec::usableCores, then the others.
Machine machineOf(const soc::SocSpec &soc);

/// Equal cores of which nothing is known but that they are there.
Machine equalCores(uint32_t cores);

} // namespace hocket::simulation
