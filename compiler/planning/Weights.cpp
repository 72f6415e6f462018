// SPDX-License-Identifier: Apache-2.0
#include "planning/Weights.h"

#include "ir/Tree.h"
#include "planning/EntryCosts.h"

#include <algorithm>

namespace hocket::planning {

using taskgraph::LevelIndex;
using taskgraph::Region;
using taskgraph::TaskId;

namespace {

/// The profile says how much all of its loops do.
bool isProfiled(const Context &context, const Region &region) {
  return std::all_of(region.tasks.begin(), region.tasks.end(),
                     [&](const taskgraph::MacroTask &task) {
                       return !task.is<taskgraph::Chunks>() ||
                              context.facts.isMeasured(task.node);
                     });
}

bool isEnteredOften(const Context &context, const Region &region) {
  return context.calledInLoops.count(region.function) ||
         !ir::loopsAround(context.program, region.block).empty();
}

/// In each repetition of a level, the chunks of the task need only what their
/// own core made: they cost nothing but their loop headers.
bool isFreeOfWaits(const PlannedRegion &r, TaskId task) {
  LevelIndex index = r.graph.region.tasks[task].level;
  const taskgraph::LevelPlan &level = r.plan.levels[index];
  return r.graph.region.levels[index].repeats &&
         std::none_of(level.schedule.syncs.begin(), level.schedule.syncs.end(),
                      [&](const scheduling::Sync &sync) {
                        return level.tasks[sync.from].task == task ||
                               level.tasks[sync.to].task == task;
                      });
}

} // namespace

double fastestNs(const std::vector<double> &ns) {
  return *std::min_element(ns.begin(), ns.end());
}

std::vector<double> sequentialNs(const PlannedRegion &r) {
  const Region &region = r.graph.region;
  std::vector<double> sequential(region.levels.size());
  for (LevelIndex l = LevelIndex(region.levels.size()); l-- > 0;) {
    for (const taskgraph::Item &item : region.levels[l].items) {
      if (item.kind == taskgraph::ItemKind::Task)
        sequential[l] += region.tasks[item.task].isSequentialWork()
                             ? fastestNs(r.costs.taskNs[item.task])
                             : 0;
      else
        for (LevelIndex inner : {item.body, item.elseBody})
          if (inner != taskgraph::none)
            sequential[l] += sequential[inner] * r.costs.repetitions[inner];
    }
  }
  return sequential;
}

bool levelPays(const Context &context, const PlannedRegion &r, LevelIndex level,
               const std::vector<double> &sequential) {
  const taskgraph::Level &own = r.graph.region.levels[level];
  if (own.repeats || own.parent == taskgraph::none ||
      context.facts.restsOnGuesses(own.node))
    return profitability::levelPays(r.plan.levels[level].schedule.period,
                                    sequential[level], policy.profit);
  const taskgraph::Item &branch =
      r.graph.region.levels[own.parent].items[own.parentItem];
  double parallelNs = 0, sequentialNs = 0;
  for (LevelIndex side : {branch.body, branch.elseBody})
    if (side != taskgraph::none) {
      const double share = r.costs.repetitions[side];
      parallelNs += share * r.plan.levels[side].schedule.period;
      sequentialNs += share * sequential[side];
    }
  return profitability::levelPays(parallelNs, sequentialNs, policy.profit);
}

namespace {

/// It has a pipeline with ordered updates, the work of whose iterations nobody
/// knows: the entry tests how many there are, which may be three.
bool isOrderedGuess(const Context &context, const Region &region) {
  return std::any_of(
      region.tasks.begin(), region.tasks.end(),
      [&](const taskgraph::MacroTask &task) {
        if (!task.runsAs(taskgraph::ChunkMode::Pipeline))
          return false;
        const auto *loop = context.program[task.node].as<ir::Loop>();
        return !context.facts.verdict(task.node)->ordered().empty() &&
               context.facts.restsOnGuesses(loop->body);
      });
}

} // namespace

profitability::RegionWork workOf(const Context &context,
                                 const PlannedRegion &r) {
  const Region &region = r.graph.region;
  profitability::RegionWork work;
  work.sequentialNs = r.plan.sequentialNs;
  work.parallelNs = r.plan.parallelNs;
  work.entryNs = context.soc.costs.regionEntryNs;
  if (r.plan.caches)
    work.entryNs += r.plan.caches->entryNs;
  work.isTested = !isConstantWork(context.facts, region) &&
                  !isOrderedGuess(context, region);
  work.isMost = isMostWork(context.facts, region);
  work.isProfiled = isProfiled(context, region);
  work.isEnteredOften = isEnteredOften(context, region);
  work.restsOnGuesses = restsOnGuesses(context.facts, region);
  return work;
}

bool hasSymbolicTrips(const Context &context, ir::NodeId node) {
  bool symbolic = false;
  ir::forEachNode(context.program, node, [&](ir::NodeId id) {
    symbolic |= context.program[id].as<ir::Loop>() &&
                !context.facts.hasConstantTrips(id);
  });
  return symbolic;
}

profitability::ChunkedLoop chunkedLoop(const Context &context,
                                       const PlannedRegion &r, TaskId task,
                                       const std::vector<double> &sequential) {
  const taskgraph::MacroTask &chunks = r.graph.region.tasks[task];
  const auto cores = unsigned(r.plan.levels[chunks.level].cores.size());
  return {fastestNs(r.costs.taskNs[task]), cores,
          hasSymbolicTrips(context, chunks.node), isFreeOfWaits(r, task),
          levelPays(context, r, chunks.level, sequential)};
}

PipelineWeights pipelinedLoop(const Context &context, const PlannedRegion &r,
                              TaskId task) {
  const Region &region = r.graph.region;
  const auto *loop = context.program[region.tasks[task].node].as<ir::Loop>();
  const taskgraph::PipelineCost &cost = r.costs.pipelines.at(task);
  ir::NodeId node = region.tasks[task].node;
  // Of blocks, the entry's test of all work is enough.
  bool isOrdered = !context.facts.verdict(node)->ordered().empty();
  bool isTested = isOrdered ? hasSymbolicTrips(context, node)
                            : isIterationTested(context.facts, region, task);
  double syncNs = isTested ? 0 : context.soc.costs.syncNs;
  // What nobody knows, the first iterations show (abi_overlap.h).
  bool isGuess = context.facts.restsOnGuesses(loop->body);
  double ns = fastestNs(r.costs.taskNs[task]);
  double parallelNs = r.costs.pipelineNs(task, 0, syncNs);
  // A few iterations of which nobody knows what they take.
  if (isOrdered && isGuess && cost.trips < cost.blocks)
    parallelNs = std::max(parallelNs, ns);
  return {{ns, parallelNs, cost.trips, cost.waits, !isTested && isGuess},
          syncNs};
}

} // namespace hocket::planning
