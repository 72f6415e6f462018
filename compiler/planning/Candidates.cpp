// SPDX-License-Identifier: Apache-2.0
#include "planning/Candidates.h"

#include "planning/Clusters.h"
#include "taskgraph/Accelerators.h"
#include "taskgraph/Doacross.h"
#include "taskgraph/EntryTrips.h"
#include "taskgraph/TotalOrder.h"
#include "taskgraph/frame/ChooseKnown.h"
#include "taskgraph/frame/FrameCopies.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace hocket::planning {

namespace {

/// Takes out regions that there is no budget for to estimate. Smaller ones may
/// be had next time.
void dropUnaffordable(const Context &context, CostBudget &budget,
                      std::vector<taskgraph::Region> &regions,
                      Findings &findings) {
  for (const taskgraph::Region &region : budget.dropUnaffordable(regions)) {
    noRegionAgain(context.program, region, findings);
    for (const taskgraph::MacroTask &task : region.tasks)
      if (task.is<taskgraph::Chunks>())
        findings.refusals.beyondCostBudget.insert(task.node);
  }
}

void completeGraph(const Context &context, DependenceCache &cache,
                   taskgraph::TaskGraph &graph) {
  std::vector<std::string> problems =
      taskgraph::verify(context.program, graph.region);
  if (!problems.empty())
    throw std::logic_error("malformed region: " + problems.front());
  const PlanOptions &options = context.options;
  graph.dependences =
      dependencesOf(context.index, context.verdicts,
                    graph.region.shape(policy.region.minIterationsPerChunk),
                    options.islBudget, options.strictAliasing, cache);
  taskgraph::dropNeedlessTrips(graph);
  taskgraph::chooseCopies(context.facts, graph);
  taskgraph::chooseKnown(context.facts, context.values, options.mayFuse,
                         graph.region);
  addMemory(context, graph);
}

/// An accelerator may take what is in it off the cores, however few at a time.
bool hasMarked(const Context &context, const taskgraph::Region &region) {
  return std::any_of(
      region.tasks.begin(), region.tasks.end(),
      [&](const taskgraph::MacroTask &task) {
        return taskgraph::markOf(context.program, task).has_value();
      });
}

std::vector<taskgraph::TaskGraph>
graphsOnce(const Context &context, Caches &caches, Findings &findings) {
  const bool costsDecide = !context.options.alwaysParallel;
  std::vector<taskgraph::Region> formed = taskgraph::formRegions(
      context.program, context.effects, context.verdicts, findings.request);
  if (const std::set<ir::FunctionId> &only = context.options.only;
      !only.empty())
    std::erase_if(formed, [&](const taskgraph::Region &region) {
      return only.count(region.function) == 0;
    });
  if (costsDecide && !context.options.roughCosts)
    dropUnaffordable(context, caches.budget, formed, findings);
  std::vector<taskgraph::TaskGraph> graphs;
  for (taskgraph::Region &region : formed) {
    taskgraph::TaskGraph graph{std::move(region), {}};
    completeGraph(context, caches.dependences, graph);
    if (costsDecide && !hasMarked(context, graph.region) &&
        taskgraph::isTotallyOrdered(graph))
      noRegionAgain(context.program, graph.region, findings);
    else
      graphs.push_back(std::move(graph));
  }
  return graphs;
}

} // namespace

std::vector<taskgraph::TaskGraph>
candidateGraphs(const Context &context, Caches &caches, Findings &findings) {
  std::vector<taskgraph::TaskGraph> graphs;
  do
    graphs = graphsOnce(context, caches, findings);
  while (settleClusters(graphs, findings) ||
         taskgraph::settleDoacross(graphs, findings.request));
  return graphs;
}

} // namespace hocket::planning
