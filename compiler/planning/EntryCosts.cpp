// SPDX-License-Identifier: Apache-2.0
#include "planning/EntryCosts.h"

#include "ir/Tree.h"
#include "profitability/EntryThresholds.h"
#include "profitability/Weigh.h"
#include "taskgraph/EntryTrips.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace hocket::planning {

using namespace ir;
using taskgraph::Chunks;
using taskgraph::Combine;
using taskgraph::LevelIndex;
using taskgraph::Replicated;
using taskgraph::TaskId;
using taskgraph::WorkTerm;

namespace {

class WorkTerms {
public:
  WorkTerms(const taskgraph::RegionFacts &facts,
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
  WorkTerm taskWork(TaskId task) const {
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
    WorkTerm term = taskWork(task);
    for (LevelIndex l = region_.tasks[task].level; l != 0;
         l = region_.levels[l].parent) {
      term.ns *= costs_.repetitions[l];
      if (region_.levels[l].repeats)
        addTrips(term, region_.levels[l].node);
    }
    return term;
  }

  /// So many nanoseconds for each run of a level in one run of the region; 0
  /// where nobody knows how many runs that are.
  WorkTerm forEachRun(LevelIndex level, double ns) const {
    WorkTerm term{ns, {}};
    for (LevelIndex l = level; l != 0; l = region_.levels[l].parent)
      if (region_.levels[l].repeats)
        repeat(term, region_.levels[l].node);
    return term;
  }

  /// ... for each iteration of a loop that is a task.
  WorkTerm forEachIteration(TaskId task, double ns) const {
    WorkTerm term = forEachRun(region_.tasks[task].level, ns);
    repeat(term, region_.tasks[task].node);
    return term;
  }

private:
  void repeat(WorkTerm &term, NodeId loop) const {
    if (facts_.hasConstantTrips(loop))
      term.ns *= facts_.trips(loop);
    else if (trips_.areKnown(loop))
      term.trips.push_back(loop);
    else
      term.ns = 0;
  }

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

/// Nothing is tested that no trip count of the moment decides.
void addTest(std::vector<WorkTerm> terms, double atLeastNs,
             taskgraph::EntryCost &cost, WorkTerm mostLost = {}) {
  if (hasSymbols(terms))
    cost.tests.push_back({std::move(terms), atLeastNs, std::move(mostLost)});
}

/// What the user's text does in one run of the region.
std::vector<WorkTerm> wholeWork(const taskgraph::Region &region,
                                const WorkTerms &terms) {
  std::vector<WorkTerm> all;
  for (TaskId i = 0; i < region.tasks.size(); ++i)
    if (region.tasks[i].isSequentialWork() && !region.tasks[i].is<Replicated>())
      all.push_back(terms.totalWork(i));
  return all;
}

/// The whole region: entering must cost less than what is gained.
void addRegionTest(const taskgraph::Region &region, const WorkTerms &terms,
                   const taskgraph::RegionPlan &plan, double entryNs,
                   taskgraph::EntryCost &cost) {
  addTest(wholeWork(region, terms),
          profitability::leastRegionNs(
              {plan.sequentialNs, plan.parallelNs, entryNs, terms.combineNs(0)},
              policy.profit),
          cost);
}

/// Each repeated level: its waits, or else its loops' headers, must cost less
/// than what is gained in it.
void addLevelTest(const taskgraph::Region &region, LevelIndex level,
                  const WorkTerms &terms, const taskgraph::RegionPlan &plan,
                  double syncNs, taskgraph::EntryCost &cost) {
  std::vector<WorkTerm> chunks;
  for (TaskId i = 0; i < region.tasks.size(); ++i)
    if (region.tasks[i].level == level && region.tasks[i].is<Chunks>() &&
        !region.tasks[i].isFirstPass())
      chunks.push_back(terms.taskWork(i));
  const double least = profitability::leastLevelNs(
      {plan.levels[level].schedule.syncs.size(), chunks.size(),
       unsigned(plan.levels[level].cores.size()), terms.combineNs(level)},
      syncNs, policy.profit);
  addTest(std::move(chunks), least, cost, terms.forEachRun(level, least));
}

/// Of a search that is the region's first task.
double searchIterationNs(const taskgraph::RegionFacts &facts, NodeId search,
                         const WorkTerms &terms) {
  return (facts.endsAnywhere(search) ? 2 : 1) * terms.fastestNs(0) /
         std::max(1.0, facts.trips(search));
}

} // namespace

taskgraph::EntryCost entryCost(const taskgraph::RegionFacts &facts,
                               const taskgraph::Region &region,
                               const taskgraph::RegionCosts &costs,
                               const taskgraph::RegionPlan &plan,
                               const soc::SocSpec &soc) {
  const double syncNs = soc.costs.syncNs,
               entryNs = soc.costs.regionEntryNs +
                         (plan.caches ? plan.caches->entryNs : 0);
  WorkTerms terms(facts, region, costs);
  taskgraph::EntryCost result;
  result.handoverNs = std::max(1u, unsigned(syncNs));
  result.work = wholeWork(region, terms);
  addRegionTest(region, terms, plan, entryNs, result);
  if (NodeId node = region.tasks.front().node; facts.isSearch(node))
    result.firstIterations = profitability::firstIterations(
        searchIterationNs(facts, node, terms), entryNs, policy.profit);
  // Each iteration of a pipeline must make up for its waits.
  for (const auto &[task, pipeline] : costs.pipelines) {
    if (!facts.verdict(region.tasks[task].node)->ordered().empty())
      continue; // blocks are as large as the loop is long
    const double least =
        profitability::leastIterationNs(pipeline.waits, syncNs, policy.profit);
    addTest({terms.iterationWork(task)}, least, result,
            terms.forEachIteration(task, least));
  }
  for (LevelIndex l = 1; l < region.levels.size(); ++l)
    addLevelTest(region, l, terms, plan, syncNs, result);
  return result;
}

taskgraph::EntryCost entryWithoutTests(const taskgraph::RegionFacts &facts,
                                       const taskgraph::Region &region,
                                       const taskgraph::RegionCosts &costs) {
  taskgraph::EntryCost result;
  result.work = wholeWork(region, WorkTerms(facts, region, costs));
  return result;
}

bool isIterationTested(const taskgraph::RegionFacts &facts,
                       const taskgraph::Region &region, TaskId task) {
  taskgraph::RegionCosts none;
  WorkTerms terms(facts, region, none);
  NodeId node = region.tasks[task].node;
  const std::vector<NodeId> nest = terms.nestOf(node);
  return std::any_of(nest.begin(), nest.end(), [&](NodeId loop) {
    return loop != node && terms.isSymbolic(loop);
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

bool isUnguarded(const taskgraph::RegionFacts &facts,
                 const taskgraph::Region &region,
                 const taskgraph::RegionPlan &plan, LevelIndex level) {
  if (!region.levels[level].repeats ||
      plan.levels[level].schedule.syncs.empty())
    return false;
  taskgraph::EntryTrips trips(facts.program(), facts.effects(), region);
  return std::any_of(region.tasks.begin(), region.tasks.end(),
                     [&](const taskgraph::MacroTask &task) {
                       NodeId loop = task.node;
                       return task.level == level && task.is<Chunks>() &&
                              !facts.hasKnownTrips(loop) &&
                              !trips.areKnown(loop) &&
                              !trips.followIterators(loop);
                     });
}

namespace {

/// Loops whose trip counts are known on entry and decide how much work it is.
std::vector<NodeId> symbolicLoops(const taskgraph::RegionFacts &facts,
                                  const taskgraph::Region &region) {
  taskgraph::RegionCosts none;
  WorkTerms terms(facts, region, none);
  std::vector<NodeId> loops;
  for (const taskgraph::MacroTask &task : region.tasks)
    for (NodeId loop : terms.nestOf(task.node))
      if (terms.isSymbolic(loop))
        loops.push_back(loop);
  return loops;
}

} // namespace

bool isConstantWork(const taskgraph::RegionFacts &facts,
                    const taskgraph::Region &region) {
  return symbolicLoops(facts, region).empty();
}

bool isMostWork(const taskgraph::RegionFacts &facts,
                const taskgraph::Region &region) {
  std::vector<NodeId> loops = symbolicLoops(facts, region);
  return std::all_of(loops.begin(), loops.end(),
                     [&](NodeId loop) { return facts.guess().isMost(loop); });
}

} // namespace hocket::planning
