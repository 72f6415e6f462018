// SPDX-License-Identifier: Apache-2.0
#include "planning/Estimates.h"

#include "codegen/CostText.h"
#include "cost/MeasuredCosts.h"
#include "planning/Clusters.h"
#include "planning/EntryCosts.h"
#include "planning/Weights.h"
#include "taskgraph/plan/PlanRegion.h"

#include <algorithm>
#include <utility>

namespace hocket::planning {

namespace {

using Regions = std::vector<taskgraph::Region>;

codegen::CostTextOptions
costTextOptions(const Context &context,
                const std::set<ir::FunctionId> &reached) {
  codegen::CostTextOptions options;
  options.trips = [&](ir::NodeId loop) { return context.facts.trips(loop); };
  options.taken = [&](ir::NodeId node) -> std::optional<double> {
    const ir::Measure *measure = context.measured.find(node);
    if (!context.program[node].as<ir::Branch>() || !measure ||
        measure->runs <= 0)
      return std::nullopt;
    return measure->perRun();
  };
  options.isNeeded = [&](ir::FunctionId function) {
    return reached.count(function) != 0;
  };
  return options;
}

cost::CostInput costInput(codegen::CostText &&text) {
  cost::CostInput input{
      index(text.unit), std::move(text.prelude), {}, std::move(text.exported)};
  for (codegen::CostPart &part : text.parts) {
    input.parts.push_back({part.region, std::move(part.frame), {}});
    for (codegen::CostFunction &f : part.functions)
      input.parts.back().functions.push_back(
          {f.task, std::move(f.name), std::move(f.text), std::move(f.key),
           f.hasStageTwice});
  }
  return input;
}

std::vector<cost::CostInput> costInputs(const Context &context,
                                        const CostBudget &budget,
                                        const Regions &regions) {
  std::vector<cost::CostInput> inputs;
  if (context.options.roughCosts)
    return inputs;
  const std::set<ir::FunctionId> reached = budget.reachedFrom(regions);
  for (codegen::CostText &text : codegen::emitCostTexts(
           context.program, context.verdicts, regions, context.naming,
           costTextOptions(context, reached)))
    inputs.push_back(costInput(std::move(text)));
  return inputs;
}

void scale(taskgraph::RegionCosts &costs, double factor) {
  for (std::vector<double> &task : costs.taskNs)
    for (double &ns : task)
      ns *= factor;
  for (double &ns : costs.memoryNs)
    ns *= factor;
  for (auto &[task, pipeline] : costs.pipelines) {
    for (double &ns : pipeline.longestNs)
      ns *= factor;
    pipeline.loggingNs *= factor;
  }
}

std::vector<taskgraph::RegionCosts> estimate(const Context &context,
                                             const Regions &regions,
                                             Caches &caches,
                                             std::string &problem) {
  std::vector<taskgraph::RegionCosts> costs = cost::estimateRegions(
      regions, costInputs(context, caches.budget, regions), context.facts,
      {context.soc, context.cores, context.options.costFlags,
       context.options.cycles},
      caches.costs, problem);
  cost::useMeasured(context.measured, context.options.chip, regions, costs);
  if (context.options.costFactor != 1)
    for (taskgraph::RegionCosts &region : costs)
      scale(region, context.options.costFactor);
  return costs;
}

unsigned numMeasured(const Context &context, const taskgraph::Region &region) {
  return unsigned(std::count_if(region.tasks.begin(), region.tasks.end(),
                                [&](const taskgraph::MacroTask &task) {
                                  return cost::isMeasured(context.measured,
                                                          task);
                                }));
}

PlannedRegion planOne(const Context &context, taskgraph::TaskGraph graph,
                      taskgraph::RegionCosts costs) {
  PlannedRegion planned;
  planned.graph = std::move(graph);
  planned.costs = std::move(costs);
  planned.measured = numMeasured(context, planned.graph.region);
  const std::vector<uint32_t> cores = coresOf(context, planned);
  planned.plan = taskgraph::planRegion(
      context.program, planned.graph, planned.costs, context.soc, cores,
      {context.options.scheduler, context.options.alwaysGroups,
       // Cache calls know nothing of what an accelerator writes.
       planned.graph.memory ? llvm::ArrayRef<ir::AcceleratorTask>()
                            : llvm::ArrayRef(context.accelerated)});
  if (context.options.alwaysParallel) {
    if (context.options.withNets)
      planned.entry =
          entryWithoutTests(context.facts, planned.graph.region, planned.costs);
    return planned;
  }
  planned.isBetterOnOneCluster = isBetterOnOneCluster(context, planned);
  planned.entry = entryCost(context.facts, planned.graph.region, planned.costs,
                            planned.plan, context.soc);
  planned.work = workOf(context, planned);
  return planned;
}

} // namespace

std::vector<PlannedRegion>
planCandidates(const Context &context, std::vector<taskgraph::TaskGraph> graphs,
               Caches &caches, std::string &problem) {
  Regions regions;
  for (const taskgraph::TaskGraph &graph : graphs)
    regions.push_back(graph.region);
  std::vector<taskgraph::RegionCosts> costs =
      estimate(context, regions, caches, problem);
  std::vector<PlannedRegion> result;
  for (size_t i = 0; i < graphs.size(); ++i)
    result.push_back(
        planOne(context, std::move(graphs[i]), std::move(costs[i])));
  return result;
}

} // namespace hocket::planning
