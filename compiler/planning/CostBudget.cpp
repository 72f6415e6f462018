// SPDX-License-Identifier: Apache-2.0
#include "planning/CostBudget.h"

#include "ir/Tree.h"

#include <algorithm>
#include <numeric>

namespace hocket::planning {

using namespace ir;
using taskgraph::Region;

namespace {

void addCallees(const Program &program, NodeId node,
                std::vector<FunctionId> &callees) {
  for (StmtId stmt : allStmts(program, node))
    for (const CallSite &call : program[stmt].calls)
      if (isValid(call.callee) && isValid(program[call.callee].body))
        callees.push_back(call.callee);
}

} // namespace

CostBudget::CostBudget(const taskgraph::RegionFacts &facts,
                       unsigned long statements)
    : facts_(facts), program_(facts.program()), left_(statements) {
  for (const Function &function : program_.functions) {
    std::vector<FunctionId> &callees = callees_.emplace_back();
    sizes_.push_back(0);
    if (!isValid(function.body))
      continue;
    sizes_.back() = allStmts(program_, function.body).size();
    addCallees(program_, function.body, callees);
    std::sort(callees.begin(), callees.end());
    callees.erase(std::unique(callees.begin(), callees.end()), callees.end());
  }
}

/// Functions that are compiled already, and a region's on trial.
class CostBudget::Reach {
public:
  explicit Reach(const CostBudget &budget)
      : budget_(budget), isReached_(budget.sizes_.size(), 0) {}

  /// Statements that the tasks bring; more than are left may be less than all.
  unsigned long add(const std::vector<TaskKey> &tasks) {
    unsigned long statements = 0;
    for (const auto &[node, isCut] : tasks)
      if (statements <= budget_.left_)
        statements += allStmts(budget_.program_, node).size() + addCalled(node);
    return statements;
  }
  void keep() { onTrial_.clear(); }
  void undo() {
    for (FunctionId function : onTrial_)
      isReached_[index(function)] = 0;
    onTrial_.clear();
  }

private:
  unsigned long addCalled(NodeId node) {
    std::vector<FunctionId> work;
    addCallees(budget_.program_, node, work);
    unsigned long statements = 0;
    while (!work.empty() && statements <= budget_.left_) {
      FunctionId function = work.back();
      work.pop_back();
      if (isReached_[index(function)])
        continue;
      isReached_[index(function)] = 1;
      onTrial_.push_back(function);
      statements += budget_.sizes_[index(function)];
      const std::vector<FunctionId> &more = budget_.callees_[index(function)];
      work.insert(work.end(), more.begin(), more.end());
    }
    return statements;
  }

  const CostBudget &budget_;
  std::vector<char> isReached_; ///< by function
  std::vector<FunctionId> onTrial_;
};

CostBudget::Demand CostBudget::demandOf(const Region &region,
                                        Reach &reach) const {
  Demand demand;
  double work = 0;
  for (const taskgraph::MacroTask &task : region.tasks) {
    if (!task.hasBody())
      continue;
    bool isCut = task.is<taskgraph::Chunks>();
    work += isCut ? facts_.size(task.node) : 0;
    if (!seen_.count({task.node, isCut}))
      demand.tasks.emplace_back(task.node, isCut);
  }
  demand.density = work / double(1 + reach.add(demand.tasks));
  reach.undo();
  return demand;
}

std::vector<Region> CostBudget::dropUnaffordable(std::vector<Region> &regions) {
  Reach reach(*this);
  std::vector<Demand> demands;
  for (const Region &region : regions)
    demands.push_back(demandOf(region, reach));
  std::vector<size_t> order(regions.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return demands[a].density > demands[b].density;
  });
  std::vector<char> isDropped(regions.size(), 0);
  for (size_t i : order) {
    // Most functions are called from several regions: they count once.
    unsigned long statements = reach.add(demands[i].tasks);
    isDropped[i] = statements > left_;
    if (isDropped[i]) {
      reach.undo();
      continue;
    }
    reach.keep();
    left_ -= statements;
    seen_.insert(demands[i].tasks.begin(), demands[i].tasks.end());
  }
  std::vector<Region> kept, dropped;
  for (size_t i = 0; i < regions.size(); ++i)
    (isDropped[i] ? dropped : kept).push_back(std::move(regions[i]));
  regions = std::move(kept);
  return dropped;
}

std::set<FunctionId>
CostBudget::reachedFrom(const std::vector<Region> &regions) const {
  std::set<FunctionId> reached;
  std::vector<FunctionId> work;
  for (const Region &region : regions)
    for (const taskgraph::MacroTask &task : region.tasks)
      addCallees(program_, task.node, work);
  // Nobody knows what a function that could not be read calls.
  bool isAllKnown = std::none_of(
      program_.functions.begin(), program_.functions.end(),
      [](const Function &f) { return isValid(f.unit) && !isValid(f.body); });
  for (const Function &function : program_.functions)
    if (function.isAddressTaken || !isAllKnown)
      work.push_back(function.id);
  while (!work.empty()) {
    FunctionId function = work.back();
    work.pop_back();
    if (!reached.insert(function).second)
      continue;
    const std::vector<FunctionId> &more = callees_[index(function)];
    work.insert(work.end(), more.begin(), more.end());
  }
  return reached;
}

} // namespace hocket::planning
