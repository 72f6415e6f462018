// SPDX-License-Identifier: Apache-2.0
#include "planning/Trials.h"

#include "ir/Tree.h"
#include "planning/Weights.h"

#include <algorithm>

namespace hocket::planning {

using namespace ir;
using taskgraph::LevelIndex;
using taskgraph::Region;
using taskgraph::TaskId;

double TriedWork::savedOf(NodeId node) {
  double whole = context_.facts.size(node);
  return whole > 0 ? std::min(1.0, size(node, 0) / whole) : 0;
}

double TriedWork::size(NodeId node, unsigned depth) {
  const Program &program = context_.program;
  if (auto known = context_.mayBeTried.find(node);
      known != context_.mayBeTried.end())
    return context_.facts.size(node) * known->second;
  double total = 0;
  for (StmtId stmt : ownStmts(program, node))
    for (const CallSite &call : program[stmt].calls)
      if (isValid(call.callee))
        total += sizeOf(call.callee, depth);
  for (NodeId child : childrenOf(program, node))
    total += size(child, depth);
  return program[node].as<Loop>() ? total * context_.facts.trips(node) : total;
}

double TriedWork::sizeOf(FunctionId function, unsigned depth) {
  const Function &f = context_.program[function];
  if (!isValid(f.body) || depth > policy.region.sizeDepth ||
      context_.effects.isRecursive[index(function)])
    return 0;
  auto known = functions_.find(function);
  if (known != functions_.end())
    return known->second;
  double result = size(f.body, depth + 1);
  functions_[function] = result;
  return result;
}

namespace {

/// Iterations overlap as far as stages in order let them.
bool isPipeline(const taskgraph::MacroTask &task) {
  const taskgraph::Chunks *chunks = task.as<taskgraph::Chunks>();
  return chunks && chunks->mode == taskgraph::ChunkMode::Pipeline;
}

/// A trial of it is likely to gain.
bool isPromising(const Context &context, NodeId loop) {
  auto known = context.mayBeTried.find(loop);
  return known != context.mayBeTried.end() &&
         known->second > policy.profit.trialGain;
}

/// Tasks of a level that spend their time in loops that may be tried, if that
/// gains more than running them beside others; or as pipelines, where it is
/// likely to.
std::vector<NodeId> triedTasks(const Context &context, const PlannedRegion &r,
                               LevelIndex level, double gained,
                               TriedWork &tried) {
  const Region &region = r.graph.region;
  double saved = 0;
  std::vector<NodeId> nodes;
  for (TaskId i = 0; i < region.tasks.size(); ++i) {
    const taskgraph::MacroTask &task = region.tasks[i];
    if (task.level != level ||
        !(task.is<taskgraph::Whole>() ||
          (isPipeline(task) && isPromising(context, task.node))))
      continue;
    double share = tried.savedOf(task.node);
    saved += share * fastestNs(r.costs.taskNs[i]);
    if (share > 0)
      nodes.push_back(task.node);
  }
  return saved > gained ? nodes : std::vector<NodeId>();
}

/// All runs of the region in one run of the loop around it.
double sizeInLoop(const Context &context, const Region &region, NodeId loop) {
  const Program &program = context.program;
  const std::vector<NodeId> &children =
      program[region.block].as<Block>()->children;
  double size = 0;
  for (uint32_t i = region.first; i <= region.last; ++i)
    size += context.facts.size(children[i]);
  for (NodeId node = region.block; isValid(node); node = program[node].parent) {
    if (program[node].as<Loop>())
      size *= context.facts.trips(node);
    if (node == loop)
      return size;
  }
  return 0;
}

} // namespace

bool leaveTriedOutside(const Context &context, const PlannedRegion &r,
                       const std::vector<double> &sequential, TriedWork &tried,
                       Findings &findings) {
  const Region &region = r.graph.region;
  bool isNew = false;
  for (LevelIndex l = 0; l < region.levels.size(); ++l) {
    NodeId node = region.levels[l].node;
    double gained = sequential[l] - r.plan.levels[l].schedule.period;
    auto known = context.mayBeTried.find(node);
    if (known != context.mayBeTried.end() &&
        sequential[l] * known->second > gained) {
      isNew |= leaveToTrials(node, findings);
      isNew |= keepOutside(context.program, region, node, findings);
      continue;
    }
    for (NodeId task : triedTasks(context, r, l, gained, tried)) {
      if (context.mayBeTried.count(task))
        isNew |= leaveToTrials(task, findings);
      isNew |= keepOutside(context.program, region, task, findings);
    }
  }
  return isNew;
}

void leaveTriedAlone(const Context &context,
                     const std::vector<PlannedRegion> &regions,
                     Findings &findings) {
  for (const auto &[loop, saved] : context.mayBeTried) {
    double whole = context.facts.size(loop), gain = 0;
    bool hasRegions = false;
    for (const PlannedRegion &r : regions) {
      double size = sizeInLoop(context, r.graph.region, loop);
      hasRegions |= size > 0;
      gain += size * (1 - r.plan.parallelNs / r.plan.sequentialNs);
    }
    if (hasRegions && gain < saved * whole)
      leaveToTrials(loop, findings);
  }
}

} // namespace hocket::planning
