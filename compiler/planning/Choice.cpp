// SPDX-License-Identifier: Apache-2.0
#include "planning/Choice.h"

#include "planning/CallReach.h"
#include "planning/CalleeGains.h"
#include "planning/EntryCosts.h"
#include "planning/Trials.h"
#include "planning/Weights.h"
#include "profitability/Alternatives.h"

#include <algorithm>

namespace hocket::planning {

using profitability::Choice;
using profitability::Weighed;
using taskgraph::LevelIndex;
using taskgraph::Region;
using taskgraph::TaskId;

namespace {

/// Its stages in order leave too little to overlap. What waiting costs besides
/// is weighed here only if nothing tests it on entry.
bool refusePipeline(const Context &context, const PlannedRegion &r, TaskId task,
                    Findings &findings) {
  PipelineWeights weights = pipelinedLoop(context, r, task);
  Weighed weighed =
      profitability::weighPipeline(weights.loop, weights.syncNs, policy.profit);
  return !weighed.pays &&
         leaveUnoverlapped(r.graph.region.tasks[task].node,
                           {weights.loop.ns, weighed.neededNs}, findings);
}

bool refuseChunks(const Context &context, const PlannedRegion &r, TaskId task,
                  const std::vector<double> &sequential, Findings &findings) {
  ir::NodeId node = r.graph.region.tasks[task].node;
  // The entry tests what nobody knows before.
  if (hasSymbolicTrips(context, node) && !context.facts.isMeasured(node))
    return false;
  profitability::ChunkedLoop loop = chunkedLoop(context, r, task, sequential);
  Weighed weighed =
      profitability::weighChunks(loop, context.soc.costs.syncNs, policy.profit);
  return !weighed.pays &&
         leaveSequential(node, {loop.ns, weighed.neededNs}, findings);
}

bool refuseLoops(const Context &context, const PlannedRegion &r,
                 const std::vector<double> &sequential, Findings &findings) {
  bool changed = false;
  const Region &region = r.graph.region;
  for (TaskId i = 0; i < region.tasks.size(); ++i)
    if (region.tasks[i].runsAs(taskgraph::ChunkMode::Pipeline))
      changed |= refusePipeline(context, r, i, findings);
    else if (region.tasks[i].is<taskgraph::Chunks>())
      changed |= refuseChunks(context, r, i, sequential, findings);
  return changed;
}

/// Loops and branches that each core follows, inside which nothing is gained,
/// or nobody knows whether anything is: loops in them may be regions of their
/// own, whose entries know how often they run.
bool refuseLevels(const Context &context, const PlannedRegion &r,
                  const std::vector<double> &sequential, Findings &findings) {
  bool changed = false;
  const Region &region = r.graph.region;
  for (LevelIndex l = LevelIndex(region.levels.size()); l-- > 1;)
    if (isUnguarded(context.facts, region, r.plan, l))
      changed |= leaveUnguarded(region.levels[l].node, findings);
    else if (!levelPays(context, r, l, sequential))
      changed |= leaveSequential(
          region.levels[l].node,
          {sequential[l], r.plan.levels[l].schedule.period}, findings);
  return changed;
}

double repetitionsOf(const PlannedRegion &r, TaskId task) {
  const Region &region = r.graph.region;
  double repetitions = 1;
  for (LevelIndex l = region.tasks[task].level; l != 0;
       l = region.levels[l].parent)
    repetitions *= r.costs.repetitions[l];
  return repetitions;
}

std::vector<profitability::TaskGain> taskGains(const PlannedRegion &r,
                                               CalleeGains &callees) {
  const Region &region = r.graph.region;
  std::vector<profitability::TaskGain> tasks;
  for (TaskId i = 0; i < region.tasks.size(); ++i) {
    const taskgraph::MacroTask &task = region.tasks[i];
    if (task.hasBody())
      tasks.push_back({task.is<taskgraph::Chunks>(),
                       fastestNs(r.costs.taskNs[i]), region.cores,
                       callees.below(task.node), repetitionsOf(r, i)});
  }
  return tasks;
}

/// What callees, or regions for each of its loops, gain instead.
double otherGain(const PlannedRegion &r, CalleeGains &callees) {
  std::vector<profitability::TaskGain> tasks = taskGains(r, callees);
  double gain = profitability::calleesGain(tasks, policy.profit);
  bool isFlat = r.graph.region.levels.size() <= 1;
  return std::max(gain, isFlat ? profitability::partsGain(tasks, r.work.entryNs,
                                                          policy.profit)
                               : 0);
}

void refuseRegion(const Context &context, const PlannedRegion &r,
                  CalleeGains &callees, Findings &findings) {
  const Region &region = r.graph.region;
  bool pays = profitability::pays(r.work, policy.profit);
  Choice choice = profitability::choose(
      r.work, pays ? otherGain(r, callees) : 0, policy.profit);
  if (choice == Choice::Region ||
      !noRegionAgain(context.program, region, findings))
    return;
  for (const taskgraph::MacroTask &task : region.tasks) {
    if (!task.is<taskgraph::Chunks>())
      continue;
    if (choice == Choice::Callees)
      findings.refusals.leftToCallees.insert(task.node);
    else
      findings.refusals.tooSmall[task.node] = {r.plan.sequentialNs,
                                               r.plan.parallelNs};
  }
}

} // namespace

void refuseWhatDoesNotPay(const Context &context,
                          const std::vector<PlannedRegion> &regions,
                          Findings &findings) {
  CalleeGains callees(context, regions);
  TriedWork tried(context);
  for (const PlannedRegion &r : regions) {
    std::vector<double> sequential = sequentialNs(r);
    if (!refuseLoops(context, r, sequential, findings) &&
        !refuseLevels(context, r, sequential, findings) &&
        !leaveTriedOutside(context, r, sequential, tried, findings))
      refuseRegion(context, r, callees, findings);
  }
  leaveTriedAlone(context, regions, findings);
}

void dropWhatDoesNotPay(std::vector<PlannedRegion> &regions) {
  std::erase_if(regions, [](const PlannedRegion &r) {
    return !profitability::pays(r.work, policy.profit);
  });
}

std::set<ir::FunctionId>
dropWhatNeverRuns(const ir::Program &program,
                  std::vector<PlannedRegion> &regions) {
  std::vector<ir::TextRange> texts;
  for (const PlannedRegion &r : regions)
    texts.push_back(r.graph.region.text);
  const std::set<ir::FunctionId> outside = functionsRunOutside(program, texts);
  std::set<ir::FunctionId> dropped;
  std::erase_if(regions, [&](const PlannedRegion &r) {
    if (outside.count(r.graph.region.function))
      return false;
    dropped.insert(r.graph.region.function);
    return true;
  });
  return dropped;
}

} // namespace hocket::planning
