// SPDX-License-Identifier: Apache-2.0
//
// What a scheduler is given and what it gives back: numbers and indices only.
// A problem is one level of a task graph; a level inside a loop repeats, and
// its edges of distance 1 lead into the next repetition.
//
// Both types print themselves as JSON and are read back from it; the verifier
// and the simulator need nothing else beside the SoC spec.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm::json {
class Object;
}

namespace hocket::scheduling {

using TaskIndex = uint32_t;
using CoreIndex = uint32_t;
using UnitIndex = uint32_t;

/// What runs some tasks beside the cores, one at a time: an accelerator. A core
/// starts a task on it, which takes the core a moment, and goes on; whoever
/// needs what the task does waits for its end. So a task that runs on a unit
/// has a place in the order of the core that starts it.
struct ProcessingUnit {
  std::string name;
  uint32_t which = 0;              ///< of several of that name
  std::optional<uint32_t> cluster; ///< whose cores start it; none: all
  double startNs = 0;              ///< that starting a task takes the core
};

/// Nanoseconds on a unit from its start on, what moves to and from it included.
struct UnitCost {
  UnitIndex unit = 0;
  double ns = 0;
};

struct Task {
  std::string name;         ///< for reports: "loop heat.c:40 chunk 1"
  std::vector<double> cost; ///< nanoseconds on each core at its highest clock
  std::optional<CoreIndex> pinned; ///< must run on this core
  /// Goes to this core where others are no better, so that the same data meet
  /// the same core in different levels.
  std::optional<CoreIndex> preferred;
  /// Tasks of the same gang wait for each other while they run: none ends
  /// before all have started. They are pinned, each to a core of its own, and
  /// stand one after the other in the problem.
  std::optional<uint32_t> gang;
  /// Nanoseconds of each cost in which the core waits for memory: they stay as
  /// long at a lower clock.
  double memory = 0;
  /// The units that can run it, too, in ascending order.
  std::vector<UnitCost> onUnits = {};
};

/// `to` may start only after `from` is done: in the same repetition of the
/// level (distance 0) or in the one before (distance 1).
struct Edge {
  TaskIndex from = 0, to = 0;
  uint64_t bytes = 0; ///< moved if the two run on different cores
  uint8_t distance = 0;
  /// Matters only if the two run on the same core: what connects them is each
  /// core's own.
  bool onlyOnSameCore = false;
  auto operator<=>(const Edge &) const = default;
};

/// Two clusters that are nearer or farther than others.
struct ClusterLink {
  uint32_t from = 0, to = 0; ///< both ways
  double syncNs = 0, nsPerByte = 0;
};

struct Problem {
  std::vector<Task> tasks; ///< in sequential order: distance-0 edges go forward
  std::vector<Edge> edges;
  CoreIndex cores = 1;
  bool repeats = false;          ///< the level is the body of a loop
  std::vector<uint32_t> cluster; ///< of each core
  double syncNs = 0;             ///< one wait that crosses cores, same cluster
  double syncAcrossNs = 0;       ///< across clusters without a link
  double nsPerByte = 0;          ///< moving data between cores of a cluster
  double nsPerByteAcross = 0;
  std::vector<ProcessingUnit> units = {};
  std::vector<ClusterLink> links = {};
};

struct Placement {
  CoreIndex core = 0;
  double start = 0, end = 0; ///< nanoseconds from the start of the level
  /// Runs the task, which the core only starts.
  std::optional<UnitIndex> unit = std::nullopt;
};

/// `to` waits for `from`, which runs on another core or on a unit.
struct Sync {
  TaskIndex from = 0, to = 0;
  uint8_t distance = 0;
  auto operator<=>(const Sync &) const = default;
};

struct Schedule {
  std::string algorithm;             ///< which scheduler won
  std::vector<Placement> placements; ///< by task
  std::vector<std::vector<TaskIndex>>
      order;               ///< for each core, its tasks in order
  std::vector<Sync> syncs; ///< reduced, sorted
  double makespan = 0;     ///< end of the last task, one repetition alone
  /// Time of one repetition when many follow each other and overlap; equal to
  /// `makespan` for a level that does not repeat.
  double period = 0;
  /// No schedule has a shorter period, as far as is known; 0: nothing is.
  double lowerBound = 0;
};

/// Problems with a problem: cost vectors of the wrong length, a distance-0 edge
/// backwards, a pin out of range, ... Empty: well formed.
std::vector<std::string> check(const Problem &problem);

/// \param beside more members, to stand beside "problem" and "schedule".
std::string toJson(const Problem &problem, const Schedule *schedule,
                   const llvm::json::Object *beside = nullptr);
/// Reads what toJson wrote. \returns false and sets `error` if it cannot, to be
/// put behind the file's name: ":3:14: error: ...".
bool fromJson(const std::string &text, Problem &problem,
              std::optional<Schedule> &schedule, std::string &error);

} // namespace hocket::scheduling
