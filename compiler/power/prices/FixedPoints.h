// SPDX-License-Identifier: Apache-2.0
//
// A schedule at points that stay as they are while it runs: how long it takes,
// and what it costs.
#pragma once

#include "power/ChipPower.h"

#include <optional>
#include <vector>

namespace hocket::power {

/// A level that runs once, with a verified schedule. Its cores are the chip's
/// first ones.
struct TimedLevel {
  const scheduling::Problem *problem = nullptr;
  const scheduling::Schedule *schedule = nullptr;
  /// Cores may ask for other points from task to task.
  bool mayChange = false;
};

/// One task on each of the first `busy` of all cores, as long as you like: one
/// for what is not parallel, all for what nothing is known of. Of its time,
/// `waiting` is for memory, from 0 to 1.
struct PlainLevel {
  scheduling::Problem problem;
  scheduling::Schedule schedule;
  PlainLevel(scheduling::CoreIndex cores, scheduling::CoreIndex busy,
             double waiting = 0);
  TimedLevel level() const { return {&problem, &schedule}; }
};

/// Watts of a core that sleeps as deeply as it can; of one that cannot, awake.
/// \param awake watts of it \param isClusterAwake some core of its cluster is
double idleWatts(const CorePower &core, double awake, bool isClusterAwake);

/// Watts of a chip of whose cores some are awake and the others sleep as deeply
/// as they can, and of what they share.
class ChipWatts {
public:
  ChipWatts(const ChipPower &chip, const std::vector<bool> &isAwake);

  /// \param points by domain. Clocks of which the problem has no core have
  /// their highest, as far as others' supplies depend on them.
  double at(const std::vector<uint32_t> &points) const {
    return at(points, points);
  }
  /// While clocks change from one point to the other: each at the more costly
  /// of the two, its supply at the higher of the two.
  double at(const std::vector<uint32_t> &from,
            const std::vector<uint32_t> &to) const;

private:
  const ChipPower &chip_;
  std::vector<bool> isOthers_;    ///< by domain: no core of it
  std::vector<LevelWatts> watts_; ///< by domain, level of its supply and point
};

/// Times of one level at one vector of points after another.
class FixedPoints {
public:
  FixedPoints(TimedLevel level, const ChipPower &chip);

  /// Nanoseconds until the last task ends. Cores and orders stay; tasks of a
  /// gang, which wait for each other as they run, all run as its slowest.
  /// \param points by domain
  double makespan(const std::vector<uint32_t> &points) const;

  /// Joules of all of the chip's cores and units in `ns`: those that run tasks
  /// are awake throughout, for they wait spinning; the others sleep as deeply
  /// as they can.
  double joules(const std::vector<uint32_t> &points, double ns) const;

  /// By domain: whether a core of it runs tasks.
  const std::vector<bool> &runs() const { return runs_; }

private:
  double costAt(scheduling::TaskIndex task,
                const std::vector<uint32_t> &points) const;

  TimedLevel level_;
  const ChipPower &chip_;
  std::vector<scheduling::TaskIndex> order_; ///< each after those before it
  std::vector<std::vector<scheduling::Edge>> before_; ///< by task, its edges
  std::vector<std::vector<scheduling::TaskIndex>> gangs_; ///< by task; or empty
  std::vector<bool> runs_;                                ///< by domain
  std::optional<ChipWatts> watts_;
};

} // namespace hocket::power
