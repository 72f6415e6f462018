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

/// Cycles of a function and of all that it calls.
class Totals {
public:
  explicit Totals(const Costs &costs) : costs_(costs) {}

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
  const Costs &costs_;
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
      double ns = leaf.role == LeafRole::Replicated || leaf.role == LeafRole::Combine
                      ? replicatedNs
                      : facts_.size(leaf.node);
      costs.leafNs.emplace_back(cores_.size(), ns);
    }
    for (const taskgraph::Level &level : region.levels) {
      bool isRoot = level.parent == taskgraph::none;
      costs.repetitions.push_back(
          isRoot ? 1 : level.repeats ? facts_.trips(level.node) : 0.5);
    }
    return costs;
  }

  void add(const CostInput &input, uint32_t type,
           const std::vector<std::string> &flags, std::string &problem) {
    std::vector<std::string> names;
    for (const auto &[leaf, name] : input.functions)
      names.push_back(name);
    Target target{soc_.types[type].triple, soc_.types[type].cpu};
    std::string error;
    std::optional<Costs> costs =
        estimateCycles(input.text, names, flags, target, error);
    if (!costs) {
      problem = error;
      return;
    }
    Totals totals(*costs);
    for (const auto &[key, name] : input.functions) {
      if (!costs->count(name))
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

} // namespace

std::vector<taskgraph::RegionCosts>
estimateRegions(const std::vector<taskgraph::Region> &regions,
                const std::vector<CostInput> &inputs,
                const taskgraph::RegionFacts &facts, const soc::SocSpec &soc,
                const std::vector<uint32_t> &cores,
                const std::vector<std::string> &flags, std::string &problem) {
  Estimator estimator(regions, facts, soc, cores);
  std::set<uint32_t> types;
  for (uint32_t core : cores)
    types.insert(soc.cores[core].type);
  for (uint32_t type : types)
    for (const CostInput &input : inputs)
      estimator.add(input, type, flags, problem);
  return estimator.take();
}

} // namespace hocket::cost
