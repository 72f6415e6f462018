// SPDX-License-Identifier: Apache-2.0
#include "cost/EstimateRegions.h"

#include <algorithm>
#include <set>

namespace hocket::cost {

using polyhedral::LeafRole;
using taskgraph::LeafIndex;
using taskgraph::LevelIndex;

namespace {

using Costs = std::map<std::string, FunctionCost>;

/// Cycles of a function and of all that it calls. A name means the unit's own
/// function, else another unit's.
class Totals {
public:
  Totals(const Costs &unit, const Costs &exported) : costs_(exported) {
    for (const auto &[name, cost] : unit)
      costs_[name] = cost;
  }

  double of(const std::string &function) {
    auto known = totals_.find(function);
    if (known != totals_.end())
      return known->second;
    auto it = costs_.find(function);
    if (it == costs_.end())
      return externalCallCycles;
    if (!active_.insert(function).second)
      return it->second.cycles; // recursion: one more round at least
    double total = it->second.cycles;
    for (const auto &[callee, count] : it->second.calls)
      total += count * of(callee);
    active_.erase(function);
    totals_[function] = total;
    return total;
  }

private:
  Costs costs_;
  std::map<std::string, double> totals_;
  std::set<std::string> active_;
};

double cyclesPerNs(const soc::SocSpec &soc, const soc::Core &core) {
  if (core.domain < soc.domains.size() &&
      !soc.domains[core.domain].points.empty()) {
    double hz = double(soc.domains[core.domain].points.back().frequencyHz);
    if (hz > 0)
      return hz / 1e9;
  }
  return 2.0;
}

/// Nanoseconds that replicated scalar statements take, about.
constexpr double replicatedNs = 2;

/// Nanoseconds to set and to combine one element of one chunk's copy.
constexpr double elementNs = 0.5;

class Estimator {
public:
  Estimator(const std::vector<taskgraph::Region> &regions,
            const taskgraph::RegionFacts &facts, const soc::SocSpec &soc,
            const std::vector<uint32_t> &cores)
      : regions_(regions), facts_(facts), soc_(soc), cores_(cores) {
    for (const taskgraph::Region &region : regions)
      result_.push_back(initial(region));
  }

  /// Rough sizes first; machine costs replace them where there are any.
  taskgraph::RegionCosts initial(const taskgraph::Region &region) const {
    taskgraph::RegionCosts costs;
    for (const taskgraph::Leaf &leaf : region.leaves) {
      double ns = leaf.role == LeafRole::Combine      ? combineNs(leaf)
                  : leaf.role == LeafRole::Replicated ? replicatedNs
                                                      : facts_.size(leaf.node);
      costs.leafNs.emplace_back(cores_.size(), ns);
    }
    for (const taskgraph::Level &level : region.levels) {
      bool isRoot = level.parent == taskgraph::none;
      costs.repetitions.push_back(isRoot          ? 1
                                  : level.repeats ? facts_.trips(level.node)
                                                  : 0.5);
    }
    return costs;
  }

  double combineNs(const taskgraph::Leaf &leaf) const {
    double elements = 0;
    for (const polyhedral::ReductionObject &r :
         facts_.verdict(leaf.node)->reductions)
      elements += double(r.elements);
    return replicatedNs + elements * elementNs * double(cores_.size());
  }

  void add(const CostInput &input, const Costs &unit, const Costs &exported,
           uint32_t type) {
    Totals totals(unit, exported);
    for (const auto &[key, name] : input.functions) {
      if (!unit.count(name))
        continue;
      LeafRole role = regions_[key.first].leaves[key.second].role;
      if (role == LeafRole::Combine)
        continue;
      double cycles = totals.of(name);
      std::vector<double> &ns = result_[key.first].leafNs[key.second];
      for (size_t i = 0; i < cores_.size(); ++i)
        if (soc_.cores[cores_[i]].type == type)
          ns[i] = cycles / cyclesPerNs(soc_, soc_.cores[cores_[i]]);
    }
  }

  std::vector<taskgraph::RegionCosts> take() { return std::move(result_); }

private:
  const std::vector<taskgraph::Region> &regions_;
  const taskgraph::RegionFacts &facts_;
  const soc::SocSpec &soc_;
  const std::vector<uint32_t> &cores_;
  std::vector<taskgraph::RegionCosts> result_;
};

const std::optional<Costs> &machineCosts(const CostInput &input, uint32_t type,
                                         const CostTarget &target,
                                         CostCache &cache,
                                         std::string &problem) {
  auto [it, isNew] = cache.try_emplace({type, input.text});
  if (!isNew)
    return it->second;
  std::vector<std::string> names = input.exported;
  for (const auto &[leaf, name] : input.functions)
    names.push_back(name);
  const soc::CoreType &core = target.soc.types[type];
  std::string error;
  it->second = estimateCycles(input.text, names, target.flags,
                              {core.triple, core.cpu}, error);
  if (!it->second)
    problem = error;
  return it->second;
}

} // namespace

std::vector<taskgraph::RegionCosts>
estimateRegions(const std::vector<taskgraph::Region> &regions,
                const std::vector<CostInput> &inputs,
                const taskgraph::RegionFacts &facts, const CostTarget &target,
                CostCache &cache, std::string &problem) {
  Estimator estimator(regions, facts, target.soc, target.cores);
  std::set<uint32_t> types;
  for (uint32_t core : target.cores)
    types.insert(target.soc.cores[core].type);
  for (uint32_t type : types) {
    Costs exported;
    for (const CostInput &input : inputs)
      if (const std::optional<Costs> &costs =
              machineCosts(input, type, target, cache, problem))
        exported.insert(costs->begin(), costs->end());
    for (const CostInput &input : inputs)
      if (const std::optional<Costs> &costs =
              machineCosts(input, type, target, cache, problem))
        estimator.add(input, *costs, exported, type);
  }
  return estimator.take();
}

} // namespace hocket::cost
