// SPDX-License-Identifier: Apache-2.0
//
// What the cores of a problem draw: numbers taken from a SoC spec, for the
// cores as the problem numbers them.
//
// A core that runs draws what the spec says was measured at its point, or else
// C * V^2 * f and its leakage. The spec gives leakage at
// the highest point; at another point it is taken as proportional to the
// voltage, a current that stays the same. While a domain changes its point, its
// cores do not run, and those awake draw what the more costly of the two points
// takes. A core that waits awake draws what one that runs does: it spins.
#pragma once

#include "scheduling/Problem.h"
#include "soc/SocSpec.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::power {

struct IdleState {
  std::string name;
  double entryNs = 0, exitNs = 0; ///< awake: neither running nor asleep
  double breakEvenNs = 0;         ///< no shorter gap may use it
  double watts = 0;               ///< asleep
  double moveJoules = 0; ///< of falling asleep and waking, beside being awake
  /// The core is in it only while all cores of its cluster are; else as deep as
  /// it can be alone.
  bool isOfCluster = false;
  /// The shortest gap that it fits in.
  double leastNs() const;
};

struct DomainPower {
  std::string name;
  std::vector<double> hertz; ///< of each operating point, ascending
  double changeNs = 0;       ///< a change of the point takes so long
  double changeJoules = 0;   ///< and so much beside what its cores draw
  /// Of what its cores share, at each point, while one of them is awake; empty:
  /// nothing, or counted with the cores.
  std::vector<double> sharedWatts = {};
  uint32_t highest() const { return uint32_t(hertz.size() - 1); }
};

struct CorePower {
  uint32_t domain = 0;
  std::vector<double> watts;     ///< awake, at each point of its domain
  std::vector<IdleState> states; ///< lightest first
  uint32_t cluster = 0;

  /// The deepest state that takes all cores of the cluster, if there is one.
  std::optional<uint32_t> clusterState() const;
  /// Watts in such a state while some core of the cluster is not: of the
  /// deepest lighter one. Nothing: there is none, and it is awake.
  std::optional<double> wattsAlone(uint32_t state) const;
};

struct ChipPower {
  std::vector<DomainPower> domains;
  std::vector<CorePower> cores;
  std::vector<std::string> unknown; ///< figures counted as 0, for people
};

/// \param cores positions in `soc.cores` of the problem's cores.
/// \returns nothing, and in `missing` the field without which energies would be
/// made up: voltages, switched capacitance.
std::optional<ChipPower> chipPower(const soc::SocSpec &soc,
                                   const std::vector<uint32_t> &cores,
                                   std::string &missing);

/// Nanoseconds that the whole task takes on the core at the point.
double taskNs(const scheduling::Task &task, scheduling::CoreIndex core,
              const DomainPower &domain, uint32_t point);

} // namespace hocket::power
