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
//
// Clocks may share a supply, whose voltage is the highest that one of them
// needs. So what a core draws depends on its own point and on the level of the
// supply: V is that of the supply, where it is higher. Clocks of which the
// problem has no core stay where programs find them, at their highest points.
// What was measured at a point was so at its own voltage; at a higher one it is
// taken to grow by its square, the leakage in it, too, which is no less than it
// is.
#pragma once

#include "scheduling/Problem.h"
#include "soc/SocSpec.h"

#include <algorithm>
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

/// A voltage for several clocks.
struct SupplyPower {
  std::string name;
  std::vector<uint32_t> domains; ///< the clocks, two at least
  std::vector<double> volts;     ///< its levels, two at least, ascending
};

/// Watts at each point of a clock, by the level that its supply has at least:
/// at points that need more, those at their own voltage. Empty: a supply of its
/// own, so watts by point say all.
using LevelWatts = std::vector<std::vector<double>>;

/// Watts by point at a level of the supply.
/// \param own watts at the points' own voltages
inline const std::vector<double> &wattsAt(const std::vector<double> &own,
                                          const LevelWatts &byLevel,
                                          uint32_t level) {
  return byLevel.empty() ? own : byLevel[level];
}

struct DomainPower {
  std::string name;
  std::vector<double> hertz; ///< of each operating point, ascending
  double changeNs = 0;       ///< a change of the point takes so long
  double changeJoules = 0;   ///< and so much beside what its cores draw
  /// Of what its cores share, at each point, while one of them is awake; empty:
  /// nothing, or counted with the cores.
  std::vector<double> sharedWatts = {};
  /// Into ChipPower::supplies; none: no other clock has its supply, or that has
  /// one voltage only.
  std::optional<uint32_t> supply = std::nullopt;
  std::vector<uint32_t> needs = {}; ///< by point, the supply's level
  LevelWatts sharedWattsAt = {};    ///< `sharedWatts` by level
  uint32_t highest() const { return uint32_t(hertz.size() - 1); }
};

struct CorePower {
  uint32_t domain = 0;
  std::vector<double> watts;     ///< awake, at each point of its domain
  std::vector<IdleState> states; ///< lightest first
  uint32_t cluster = 0;
  LevelWatts wattsAt = {}; ///< `watts` by level of the supply

  /// The deepest state that takes all cores of the cluster, if there is one.
  std::optional<uint32_t> clusterState() const;
  /// Watts in such a state while some core of the cluster is not: of the
  /// deepest lighter one. Nothing: there is none, and it is awake.
  std::optional<double> wattsAlone(uint32_t state) const;
};

/// An accelerator.
struct UnitPower {
  std::string name;
  unsigned count = 1;              ///< of equal ones
  double watts = 0, idleWatts = 0; ///< of one, working and waiting
};

struct ChipPower {
  std::vector<DomainPower> domains;
  std::vector<CorePower> cores;
  std::vector<std::string> unknown; ///< figures counted as 0, for people
  std::vector<SupplyPower> supplies = {};
  std::vector<UnitPower> units = {}; ///< all of the chip, used or not

  /// The level of the domain's supply where each clock needs `level(domain)`;
  /// 0 for one with a supply of its own.
  template <typename Level>
  uint32_t supplyLevel(uint32_t domain, Level level) const {
    uint32_t most = 0;
    if (const std::optional<uint32_t> &supply = domains[domain].supply)
      for (uint32_t one : supplies[*supply].domains)
        most = std::max(most, uint32_t(level(one)));
    return most;
  }
};

/// \param cores positions in `soc.cores` of the problem's cores.
/// \returns nothing, and in `missing` the field without which energies would be
/// made up: voltages, switched capacitance.
std::optional<ChipPower> chipPower(const soc::SocSpec &soc,
                                   const std::vector<uint32_t> &cores,
                                   std::string &missing);

/// Joules of each of the chip's units, equal ones together: of the tasks that
/// the schedule has on them, and of waiting until `ns`.
std::vector<double> unitJoules(const ChipPower &chip,
                               const scheduling::Problem &problem,
                               const scheduling::Schedule &schedule, double ns);

/// Nanoseconds that the whole task takes on the core at the point.
double taskNs(const scheduling::Task &task, scheduling::CoreIndex core,
              const DomainPower &domain, uint32_t point);

} // namespace hocket::power
