// SPDX-License-Identifier: Apache-2.0
#include "cost/EntryWork.h"

#include "ir/Tree.h"
#include "support/Policy.h"
#include "taskgraph/EntryTrips.h"

#include <algorithm>

namespace hocket::cost {

using namespace ir;
using taskgraph::Chunks;
using taskgraph::Combine;
using taskgraph::LevelIndex;
using taskgraph::Replicated;
using taskgraph::TaskId;
using taskgraph::WorkTerm;
using taskgraph::WorkTest;

namespace {

class EntryTests {
public:
  EntryTests(const taskgraph::RegionFacts &facts,
             const taskgraph::Region &region,
             const taskgraph::RegionCosts &costs)
      : facts_(facts), program_(facts.program()), region_(region),
        costs_(costs), trips_(program_, facts.effects(), region) {}

  /// The loop that the task is, and of those nested in it the largest chain.
  std::vector<NodeId> nestOf(NodeId node) const {
    std::vector<NodeId> nest;
    while (isValid(node)) {
      if (program_[node].as<Loop>())
        nest.push_back(node);
      NodeId largest = NodeId::None;
      for (NodeId child : childrenOf(program_, node))
        if (!isValid(largest) || facts_.size(child) > facts_.size(largest))
          largest = child;
      node = largest;
    }
    return nest;
  }

  bool isSymbolic(NodeId loop) const {
    return !facts_.hasConstantTrips(loop) && trips_.areKnown(loop);
  }

  double fastestNs(TaskId task) const {
    return *std::min_element(costs_.taskNs[task].begin(),
                             costs_.taskNs[task].end());
  }

  /// Combining partial results in one run of a level.
  double combineNs(LevelIndex level) const {
    double ns = 0;
    for (TaskId i = 0; i < region_.tasks.size(); ++i)
      if (region_.tasks[i].is<Combine>() && region_.tasks[i].level == level)
        ns += fastestNs(i);
    return ns;
  }

  /// One run of the task.
  WorkTerm leafWork(TaskId task) const {
    WorkTerm term{fastestNs(task), {}};
    for (NodeId loop : nestOf(region_.tasks[task].node))
      addTrips(term, loop);
    return term;
  }

  /// One iteration of a task that is a loop.
  WorkTerm iterationWork(TaskId task) const {
    NodeId node = region_.tasks[task].node;
    WorkTerm term{fastestNs(task) / std::max(1.0, facts_.trips(node)), {}};
    for (NodeId loop : nestOf(node))
      if (loop != node)
        addTrips(term, loop);
    return term;
  }

  /// All runs of the task in one run of the region.
  WorkTerm totalWork(TaskId task) const {
    WorkTerm term = leafWork(task);
    for (LevelIndex l = region_.tasks[task].level; l != 0;
         l = region_.levels[l].parent) {
      term.ns *= costs_.repetitions[l];
      if (region_.levels[l].repeats)
        addTrips(term, region_.levels[l].node);
    }
    return term;
  }

private:
  void addTrips(WorkTerm &term, NodeId loop) const {
    if (!isSymbolic(loop))
      return;
    term.ns /= std::max(1.0, facts_.trips(loop));
    term.trips.push_back(loop);
  }

  const taskgraph::RegionFacts &facts_;
  const Program &program_;
  const taskgraph::Region &region_;
  const taskgraph::RegionCosts &costs_;
  taskgraph::EntryTrips trips_;
};

bool hasSymbols(const std::vector<WorkTerm> &terms) {
  return std::any_of(terms.begin(), terms.end(),
                     [](const WorkTerm &t) { return !t.trips.empty(); });
}

/// How many iterations of the search take as long as entering, there and back.
unsigned firstIterations(double iterationNs, const soc::SocSpec &soc) {
  const ProfitPolicy &profit = policy.profit;
  double count = profit.searchEntries * soc.costs.regionEntryNs /
                 std::max(iterationNs, profit.searchIterationNs);
  return static_cast<unsigned>(
      std::clamp(count, profit.leastFirst, profit.mostFirst));
}

} // namespace

taskgraph::EntryCost entryCost(const taskgraph::RegionFacts &facts,
                               const taskgraph::Region &region,
                               const taskgraph::RegionCosts &costs,
                               const taskgraph::RegionPlan &plan,
                               const soc::SocSpec &soc) {
  EntryTests tests(facts, region, costs);
  taskgraph::EntryCost result;
  result.handoverNs = std::max(1u, unsigned(soc.costs.syncNs));
  // Combining partial results takes the same however long the loops are.
  double combining = tests.combineNs(0);
  double inside = plan.parallelNs - soc.costs.regionEntryNs - combining;
  double gain = plan.sequentialNs > 0 ? 1 - inside / plan.sequentialNs : 0;
  gain = std::max(gain, policy.profit.leastGain);

  // The whole region: entering must cost less than what is gained.
  WorkTest whole;
  for (TaskId i = 0; i < region.tasks.size(); ++i)
    if (region.tasks[i].isSequentialWork() && !region.tasks[i].is<Replicated>())
      whole.terms.push_back(tests.totalWork(i));
  whole.atLeastNs = (soc.costs.regionEntryNs + combining) / gain;
  if (hasSymbols(whole.terms))
    result.tests.push_back(whole);
  if (NodeId node = region.tasks.front().node; facts.isSearch(node))
    result.firstIterations = firstIterations(
        (facts.endsAnywhere(node) ? 2 : 1) * tests.fastestNs(0) /
            std::max(1.0, facts.trips(node)),
        soc);

  // Each iteration of a pipeline: likewise.
  for (const auto &[task, pipeline] : costs.pipelines) {
    WorkTest test;
    test.terms.push_back(tests.iterationWork(task));
    test.atLeastNs = pipeline.leastIterationNs(soc.costs.syncNs);
    if (hasSymbols(test.terms))
      result.tests.push_back(test);
  }

  // Each repeated level: its waits must cost less than what is gained in it.
  for (LevelIndex l = 1; l < region.levels.size(); ++l) {
    WorkTest test;
    for (TaskId i = 0; i < region.tasks.size(); ++i)
      if (region.tasks[i].level == l && region.tasks[i].is<Chunks>() &&
          !region.tasks[i].isFirstPass())
        test.terms.push_back(tests.leafWork(i));
    const scheduling::Schedule &schedule = plan.levels[l].schedule;
    double waits = double(schedule.syncs.size()) / double(region.cores);
    test.atLeastNs = policy.profit.levelWaits *
                     ((waits + 1) * soc.costs.syncNs + tests.combineNs(l));
    if (hasSymbols(test.terms))
      result.tests.push_back(test);
  }
  return result;
}

bool isIterationTested(const taskgraph::RegionFacts &facts,
                       const taskgraph::Region &region, TaskId task) {
  taskgraph::RegionCosts none;
  EntryTests tests(facts, region, none);
  NodeId node = region.tasks[task].node;
  const std::vector<NodeId> nest = tests.nestOf(node);
  return std::any_of(nest.begin(), nest.end(), [&](NodeId loop) {
    return loop != node && tests.isSymbolic(loop);
  });
}

bool restsOnGuesses(const taskgraph::RegionFacts &facts,
                    const taskgraph::Region &region) {
  return std::any_of(region.tasks.begin(), region.tasks.end(),
                     [&](const taskgraph::MacroTask &task) {
                       return task.isSequentialWork() &&
                              !task.is<Replicated>() &&
                              facts.restsOnGuesses(task.node);
                     });
}

bool isConstantWork(const taskgraph::RegionFacts &facts,
                    const taskgraph::Region &region) {
  taskgraph::RegionCosts none;
  EntryTests tests(facts, region, none);
  for (const taskgraph::MacroTask &task : region.tasks)
    for (NodeId loop : tests.nestOf(task.node))
      if (tests.isSymbolic(loop))
        return false;
  return true;
}

} // namespace hocket::cost
