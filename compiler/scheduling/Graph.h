// SPDX-License-Identifier: Apache-2.0
//
// What all schedulers look at: adjacency of a problem's edges, the price of
// moving data, and levels. Internal to the schedulers; the verifier has its
// own reading of a problem.
#pragma once

#include "scheduling/Handover.h"
#include "scheduling/Problem.h"
#include "scheduling/Timeline.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace hocket::scheduling {

/// One end of an edge, seen from the other.
struct Neighbour {
  TaskIndex task = 0;
  uint64_t bytes = 0;
  bool onlyOnSameCore = false;
};

class Graph {
public:
  explicit Graph(const Problem &problem);

  const Problem &problem() const { return problem_; }
  /// Along edges of distance 0, in order of task index.
  const std::vector<Neighbour> &preds(TaskIndex task) const {
    return preds_[task];
  }
  const std::vector<Neighbour> &succs(TaskIndex task) const {
    return succs_[task];
  }
  /// Both ends of edges of distance 1 between different tasks, less those that
  /// matter on one core only: program order keeps these.
  const std::vector<Neighbour> &carried(TaskIndex task) const {
    return carried_[task];
  }

  /// What the task takes of the core that it is placed on: its cost there, or
  /// that of starting it on a unit.
  double coreNs(TaskIndex task, const Placement &at) const;
  /// From the end of the task at `from` until what an edge brings is on a core.
  /// What a unit has done is waited for on every core.
  double arrival(const Neighbour &edge, const Placement &from,
                 CoreIndex to) const;
  /// Sync and data between two cores; 0 on one core, and for an edge that
  /// matters on one core only.
  double transfer(const Neighbour &edge, CoreIndex from, CoreIndex to) const;
  /// Mean of `transfer` over all pairs of different cores.
  double meanTransfer(const Neighbour &edge) const;
  /// Mean over the cores that the task may use.
  double meanCost(TaskIndex task) const;
  /// For each task the longest path to an exit: mean costs and transfers, the
  /// task's own cost included (the upward rank of HEFT). One for a gang.
  std::vector<double> levels() const;
  /// The tasks of the task's gang, in order; the task alone if it has none.
  const std::vector<TaskIndex> &gang(TaskIndex task) const {
    return gangs_[gangOf_[task]];
  }
  /// Stands for its gang where schedulers list tasks: the first of them.
  bool isLeader(TaskIndex task) const { return gang(task).front() == task; }
  /// Cores that the task may use, in order.
  llvm::ArrayRef<CoreIndex> allowedCores(TaskIndex task) const;
  /// The task's preference among cores that are equally good.
  bool isPreferred(TaskIndex task, CoreIndex core) const {
    return problem_.tasks[task].preferred == core;
  }

private:
  void collectGangs();

  const Problem &problem_;
  Handovers handovers_;
  std::vector<std::vector<Neighbour>> preds_, succs_, carried_;
  std::vector<std::vector<TaskIndex>> gangs_; ///< in order of their tasks
  std::vector<size_t> gangOf_;
  std::vector<CoreIndex> cores_; ///< all, in order
  double meanSync_ = 0, meanPerByte_ = 0;
};

/// A schedule under construction: where and when each placed task runs.
class PartialSchedule {
public:
  explicit PartialSchedule(const Graph &graph);

  bool isPlaced(TaskIndex task) const { return placed_[task]; }
  const Placement &placement(TaskIndex task) const {
    return schedule_.placements[task];
  }
  /// When the core has done all that is placed on it.
  double freeAt(CoreIndex core) const { return timelines_[core].end(); }
  /// When all that the task reads has arrived on the core; all its
  /// predecessors must be placed.
  double dataReady(TaskIndex task, CoreIndex core) const;
  /// Appends the task to the core, as early as data and core allow but not
  /// before `notBefore`.
  void append(TaskIndex task, CoreIndex core, double notBefore = 0);
  /// When all tasks of the leader's gang could be appended at once. They are
  /// placed at once everywhere: then whatever else is placed, before or after,
  /// comes before or after all of them, and nothing that one of them waits for
  /// waits for another.
  double gangReady(TaskIndex leader) const;
  void appendGang(TaskIndex leader, double notBefore = 0);
  /// Puts the task at a time when the core is known to be free.
  void insert(TaskIndex task, CoreIndex core, double start);
  /// Puts the task on a unit, at a time when the core is known to be free to
  /// start it and the unit to run it.
  void insertOnUnit(TaskIndex task, CoreIndex core, const UnitCost &unit,
                    double start);
  /// Earliest start on the unit, by the core: behind all that is on the unit.
  double earliestOnUnit(CoreIndex core, const UnitCost &unit,
                        double ready) const;
  /// Earliest start on the core, gaps between placed tasks included.
  double earliestGap(TaskIndex task, CoreIndex core, double ready) const;
  /// Orders, makespan and period filled in; syncs left empty.
  Schedule finish(std::string algorithm) &&;

private:
  const Graph &graph_;
  Schedule schedule_;
  std::vector<bool> placed_;
  std::vector<Timeline> timelines_; ///< by core
  std::vector<Placement> lastOn_;   ///< by unit; its end is 0 at first
};

/// By unit, the tasks that it runs, in order.
std::vector<std::vector<TaskIndex>> unitOrders(const Problem &problem,
                                               const Schedule &schedule);

/// Start times with the orders of `schedule`, each task as early as possible,
/// over many repetitions; \returns the time of a late one.
double steadyPeriod(const Graph &graph, const Schedule &schedule);

} // namespace hocket::scheduling
