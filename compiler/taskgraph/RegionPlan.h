// SPDX-License-Identifier: Apache-2.0
//
// The hierarchical schedule of a region: one problem and one schedule for each
// level, from the innermost outwards. Plain data.
//
// A compound item (a loop or branch that cores follow) is one pinned task on
// each core of its group: it stands for what that core does inside. The group
// is all cores of the level, or some of them; the others leave the item out,
// and may run another one meanwhile. A dependence between leaves is an edge
// between the items that hold them in their lowest common level, and, for each
// loop that carries it, an edge of distance 1 in that loop's body. So each
// level's waits are complete by themselves, and each level's schedule is
// verified by itself.
#pragma once

#include "scheduling/Problem.h"
#include "taskgraph/CacheCalls.h"
#include "taskgraph/Region.h"

#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <vector>

namespace hocket::taskgraph {

/// What overlapping the iterations of a pipeline depends on.
struct PipelineCost {
  /// The longest ordered stage, of all iterations together, on each core.
  std::vector<double> longestNs;
  double trips = 1;   ///< iterations
  unsigned waits = 0; ///< ordered stages
  /// What its logs take in one run: `trips` counts blocks of iterations then.
  double loggingNs = 0;
  double blocks = 0; ///< that are wanted of it, if there are enough iterations
};

struct LevelPlan;

/// Estimated costs of a region's parts, in nanoseconds on each core.
struct RegionCosts {
  /// By task: one run of the whole task (all chunks together) on each core.
  std::vector<std::vector<double>> taskNs;
  /// By task: of each of these, waiting for memory, which takes as long at a
  /// lower clock. Empty: nothing is known of that.
  std::vector<double> memoryNs = {};
  /// By level: how often its items run for one run of the item that holds it
  /// (a loop's trips; for a branch the probability). Level 0: 1.
  std::vector<double> repetitions;
  std::map<TaskId, PipelineCost> pipelines;

  /// Of a task that does some of the macro-task: what it waits for memory.
  /// \param core of the region, on which it takes cost.front()
  double waitingNs(TaskId macro, uint32_t core,
                   const std::vector<double> &cost) const;
  /// One run of the item that holds the level: all repetitions together. They
  /// overlap, each takes a period; the first one has to go through alone.
  double runNs(LevelIndex level, const LevelPlan &plan) const;
  /// One run of a pipeline on all cores: each takes its share of the
  /// iterations, but ordered stages follow each other.
  double pipelineNs(TaskId task, size_t core, double syncNs) const;
};

/// What a scheduled task stands for.
struct PlannedTask {
  uint32_t item = 0;  ///< position in the level's items
  TaskId task = none; ///< none: compound
  uint32_t chunk = 0; ///< Chunks: which
  /// Replicated and compound: the core of the region it stands for.
  uint32_t core = none;
};

/// Cores of a region, ascending.
using CoreGroup = std::vector<uint32_t>;

struct LevelPlan {
  CoreGroup cores;                ///< run the level: the problem's cores
  std::vector<PlannedTask> tasks; ///< by task index of the problem
  scheduling::Problem problem;    ///< with the edges that hold as placed
  scheduling::Schedule schedule;
  /// One repetition with every compound item on all cores of the level, where
  /// groups of them take less time; 0: there are no groups.
  double togetherNs = 0;

  /// The core of the region that runs the task.
  uint32_t coreOf(scheduling::TaskIndex task) const {
    return cores[schedule.placements[task].core];
  }
  /// What the core of the region runs, in order; nothing if the level is not
  /// for it.
  llvm::ArrayRef<scheduling::TaskIndex> orderOn(uint32_t core) const;
};

/// How much of what the level's cores do is waiting for memory, from 0 to 1.
double waitingPart(const LevelPlan &plan);

struct RegionPlan {
  std::vector<LevelPlan> levels; ///< by level of the region
  /// Replicated scalars whose values at the end core 0 does not have, each with
  /// a core that has.
  std::map<ir::ObjectId, uint32_t> leavers;
  /// Where its cores are of clusters that are not coherent.
  std::optional<CachePlan> caches;
  double sequentialNs = 0; ///< of one run of the region on the fastest core
  double parallelNs = 0;   ///< makespan and entry

  /// The level is for fewer cores than the one around it: the compound item
  /// that holds it has a group.
  bool beginsGroup(const Region &region, LevelIndex level) const;
};

/// Work of a part of a region: `ns` times the trip counts of some loops.
struct WorkTerm {
  double ns = 0;
  std::vector<ir::NodeId> trips; ///< known on entry
};

/// A test that the emitted program makes on entry: the sum of the terms, with
/// the trip counts of that moment, is at least so much.
struct WorkTest {
  std::vector<WorkTerm> terms;
  double atLeastNs = 0;
  /// What one run of the region loses at most where the test fails; 0: that is
  /// not known. Where it is little against all of the region's work, the test
  /// need not hold.
  WorkTerm mostLost = {};
};

/// When running the region in parallel pays; all tests must hold.
struct EntryCost {
  std::vector<WorkTest> tests;
  /// Of the whole region, sequentially. Empty: the entry has no net.
  std::vector<WorkTerm> work;
  unsigned handoverNs = 1; ///< that the tests' times were planned with
  /// Where the first task is a search: so many iterations take about as long as
  /// entering. A region that is nothing else does them first, as the user's
  /// loop, for many end there.
  unsigned firstIterations = 2;
};

} // namespace hocket::taskgraph
