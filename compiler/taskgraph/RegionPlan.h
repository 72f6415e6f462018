// SPDX-License-Identifier: Apache-2.0
//
// The hierarchical schedule of a region: one problem and one schedule for each
// level, from the innermost outwards.
//
// A compound item (a loop or branch that every core follows) is one pinned task
// on each core: it stands for what that core does inside. A dependence between
// leaves is an edge between the items that hold them in their lowest common
// level, and, for each loop that carries it, an edge of distance 1 in that
// loop's body. So each level's waits are complete by themselves, and each
// level's schedule is verified by itself.
#pragma once

#include "scheduling/Problem.h"
#include "soc/SocSpec.h"
#include "taskgraph/Region.h"

#include <map>
#include <string_view>

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

/// Estimated costs of a region's parts, in nanoseconds on each core.
struct RegionCosts {
  /// By task: one run of the whole task (all chunks together) on each core.
  std::vector<std::vector<double>> taskNs;
  /// By level: how often its items run for one run of the item that holds it
  /// (a loop's trips; for a branch the probability). Level 0: 1.
  std::vector<double> repetitions;
  std::map<TaskId, PipelineCost> pipelines;

  /// One run of a pipeline on all cores: each takes its share of the
  /// iterations, but ordered stages follow each other.
  double pipelineNs(TaskId task, size_t core, double syncNs) const;
};

/// What a scheduled task stands for.
struct PlannedTask {
  uint32_t item = 0;  ///< position in the level's items
  TaskId task = none; ///< none: compound
  uint32_t chunk = 0; ///< Chunks: which
  /// Replicated and compound: the core it stands for.
  uint32_t core = none;
};

struct LevelPlan {
  std::vector<PlannedTask> tasks; ///< by task index of the problem
  scheduling::Problem problem;    ///< with the edges that hold as placed
  scheduling::Schedule schedule;
};

struct RegionPlan {
  std::vector<LevelPlan> levels; ///< by level of the region
  double sequentialNs = 0; ///< of one run of the region on the fastest core
  double parallelNs = 0;   ///< makespan and entry
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

/// Schedules every level and verifies it. Throws std::logic_error with the
/// verifier's words if a schedule is wrong.
/// \param cores usable cores of `soc`, one for each per-core program.
/// \param algorithm name of one scheduler, or empty: the best of all.
RegionPlan planRegion(const ir::Program &program, const TaskGraph &graph,
                      const RegionCosts &costs, const soc::SocSpec &soc,
                      const std::vector<uint32_t> &cores,
                      std::string_view algorithm);

} // namespace hocket::taskgraph
