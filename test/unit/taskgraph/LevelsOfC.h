// SPDX-License-Identifier: Apache-2.0
//
// From C text to regions, their dependences and the scheduling problems of
// their levels, for the tests of this folder. The text must need no
// preprocessing.
#pragma once

#include "analysis/ComputeEffects.h"
#include "frontend/ExtractProgram.h"
#include "loops/ClassifyLoops.h"
#include "support/Policy.h"
#include "taskdeps/RegionDependences.h"
#include "taskgraph/FormRegions.h"
#include "taskgraph/LevelProblem.h"
#include "taskgraph/Region.h"
#include "taskgraph/RegionPlan.h"
#include "taskgraph/plan/PlanRegion.h"
#include "verdict/LoopVerdict.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace hocket::taskgraph::test {

struct LevelsOfC {
  ir::Program program;
  analysis::Effects effects;
  std::vector<polyhedral::LoopVerdict> verdicts;
  std::vector<Region> regions;
  TaskGraph graph; ///< of the first region
  RegionCosts costs;
  soc::SocSpec soc;
  std::vector<uint32_t> cores;

  /// \param speeds relative speed of each core; empty: all are alike.
  explicit LevelsOfC(const std::string &text, unsigned coreCount = 2,
                     const std::vector<double> &speeds = {}) {
    RemarkSink sink;
    program =
        extractProgram({{"t.c", "# 1 \"t.c\"\n" + text, {}}}, false, sink);
    if (!program.units.at(0).parsed)
      throw std::runtime_error(program.units[0].problem);
    effects = analysis::computeEffects(program);
    verdicts = polyhedral::classifyLoops(program, effects, {});
    RegionOptions options;
    options.cores = coreCount;
    options.speeds.usual = speeds;
    regions = formRegions(program, effects, verdicts, options);
    soc.clusters.resize(1);
    soc.types.resize(1);
    soc.cores.resize(coreCount);
    for (uint32_t core = 0; core < coreCount; ++core)
      cores.push_back(core);
    if (regions.empty())
      return;
    graph.region = regions.front();
    graph.dependences = polyhedral::computeRegionDependences(
        polyhedral::ProgramIndex(program, effects), verdicts,
        graph.region.shape(policy.region.minIterationsPerChunk), 1000000);
    for (const MacroTask &task : graph.region.tasks)
      costs.taskNs.emplace_back(coreCount, task.hasBody() ? 10000.0 : 1.0);
    for (std::vector<double> &ns : costs.taskNs)
      for (size_t core = 0; core < speeds.size(); ++core)
        ns[core] /= speeds[core];
    costs.repetitions.assign(graph.region.levels.size(), 10.0);
    costs.repetitions.front() = 1;
  }

  RegionPlan plan() const {
    return planRegion(program, graph, costs, soc, cores, {});
  }

  /// The problem of a level; those inside it are planned.
  LevelProblem problem(LevelIndex level) const {
    RegionPlan whole = plan();
    std::vector<const LevelPlan *> inner;
    for (const LevelPlan &one : whole.levels)
      inner.push_back(&one);
    return buildLevelProblem(
        {program, graph, costs, soc, cores, whole.levels[level].cores, inner},
        level);
  }
};

/// "from -> to", with " next" for edges around the loop and " same core" for
/// those that matter on one core only; sorted.
inline std::vector<std::string> edges(const LevelProblem &level) {
  std::vector<std::string> result;
  for (const scheduling::Edge &edge : level.problem.edges)
    result.push_back(std::to_string(edge.from) + " -> " +
                     std::to_string(edge.to) + (edge.distance ? " next" : "") +
                     (edge.onlyOnSameCore ? " same core" : ""));
  std::sort(result.begin(), result.end());
  return result;
}

inline std::vector<std::string> names(const LevelProblem &level) {
  std::vector<std::string> result;
  for (const scheduling::Task &task : level.problem.tasks)
    result.push_back(task.name);
  return result;
}

} // namespace hocket::taskgraph::test
