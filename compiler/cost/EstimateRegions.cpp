// SPDX-License-Identifier: Apache-2.0
#include "cost/EstimateRegions.h"

#include "support/Policy.h"
#include "taskgraph/OrderedUpdates.h"

#include "llvm/ADT/StringRef.h"

#include <set>

namespace hocket::cost {

using taskgraph::ChunkMode;
using taskgraph::Combine;
using taskgraph::LevelIndex;
using taskgraph::Replicated;
using taskgraph::TaskId;

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
      return policy.cost.externalCallCycles;
    if (!active_.insert(function).second)
      return it->second.cycles; // recursion: one more round at least
    double total = it->second.cycles, again = 0;
    for (const auto &[callee, count] : it->second.calls)
      if (callee == function)
        again += count;
      else
        total += count * of(callee);
    total *= runsOfRecursion(again);
    active_.erase(function);
    totals_[function] = total;
    return total;
  }

private:
  /// How often a function runs that calls itself so often in each run, if
  /// somebody calls it. Where it does not end by these figures, they are wrong,
  /// and all that is known is that such functions mostly run for long.
  static double runsOfRecursion(double again) {
    const double many = policy.cost.recursiveRuns;
    return again < 1 - 1 / many ? 1 / (1 - again) : many;
  }

  Costs costs_;
  std::map<std::string, double> totals_;
  std::set<std::string> active_;
};

double highestClock(const soc::SocSpec &soc, const soc::Core &core) {
  if (core.domain < soc.domains.size() &&
      !soc.domains[core.domain].points.empty()) {
    double hz = double(soc.domains[core.domain].points.back().frequencyHz);
    if (hz > 0)
      return hz / 1e9;
  }
  return policy.cost.cyclesPerNs;
}

/// As the spec says, whatever the core has to do beside.
double capacityOf(const soc::SocSpec &soc, const soc::Core &core) {
  return soc.types[core.type].capacity / core.speed;
}

/// Of the cores that the scheduling model cannot tell from this one, one of the
/// fastest type.
const soc::Core &fastestLike(const soc::SocSpec &soc, const soc::Core &core) {
  const soc::CoreType &type = soc.types[core.type];
  const soc::Core *fastest = &core;
  for (const soc::Core &other : soc.cores) {
    const soc::CoreType &its = soc.types[other.type];
    if (its.cpu == type.cpu && its.triple == type.triple &&
        capacityOf(soc, other) > capacityOf(soc, *fastest))
      fastest = &other;
  }
  return *fastest;
}

/// Cycles of the scheduling model in a nanosecond. Types that are one to the
/// model differ by what the spec says of their speed, cores by what a profile
/// says that they have to give.
double cyclesPerNs(const soc::SocSpec &soc, const soc::Core &core) {
  const soc::Core &fastest = fastestLike(soc, core);
  return highestClock(soc, fastest) * core.speed * capacityOf(soc, core) /
         capacityOf(soc, fastest);
}

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
    for (const taskgraph::MacroTask &task : region.tasks) {
      double ns = task.is<Combine>()      ? combineNs(task)
                  : task.is<Replicated>() ? policy.cost.replicatedNs
                                          : facts_.size(task.node);
      costs.taskNs.emplace_back(cores_.size(), ns);
    }
    for (TaskId task = 0; task < region.tasks.size(); ++task)
      if (region.tasks[task].runsAs(ChunkMode::Pipeline))
        costs.pipelines[task] = pipelineCost(region.tasks[task].node);
    for (const taskgraph::Level &level : region.levels) {
      bool isRoot = level.parent == taskgraph::none;
      costs.repetitions.push_back(isRoot          ? 1
                                  : level.repeats ? facts_.trips(level.node)
                                                  : policy.guess.branchTaken);
    }
    return costs;
  }

  /// As hk_ordered_block in hocket/abi.h has it.
  static constexpr double hkBlocksPerCore = 8;

  taskgraph::PipelineCost pipelineCost(ir::NodeId loop) const {
    taskgraph::PipelineCost cost;
    double longest = 0;
    for (const polyhedral::PipelineStage &stage :
         facts_.verdict(loop)->stages())
      if (stage.isOrdered) {
        longest = std::max(longest, facts_.stageSize(loop, stage));
        ++cost.waits;
      }
    cost.trips = facts_.trips(loop);
    const polyhedral::LoopVerdict &verdict = *facts_.verdict(loop);
    if (!verdict.ordered().empty()) {
      double updates = 0;
      for (const polyhedral::ReductionObject &r : verdict.ordered())
        updates += taskgraph::orderedUpdates(facts_, loop, r);
      longest = updates * cost.trips * policy.cost.loggedNs;
      cost.loggingNs = 2 * longest;
      cost.blocks = double(cores_.size()) * hkBlocksPerCore;
      double blocks = std::max(
          cost.blocks, cost.trips / taskgraph::orderedBlock(facts_, loop));
      cost.trips = std::min(cost.trips, blocks);
      cost.waits = 1;
    }
    cost.longestNs.assign(cores_.size(), longest);
    return cost;
  }

  double combineNs(const taskgraph::MacroTask &task) const {
    double elements = 0, scanNs = 0;
    for (const polyhedral::ReductionObject &r :
         facts_.verdict(task.node)->reductions()) {
      elements +=
          r.isOnHeap() ? policy.cost.elementsGuessed : double(r.elements);
      // Passes over an index array that the entry makes count here.
      for (const polyhedral::CheckExpr &end : {r.lo, r.hi})
        scanNs +=
            nanoseconds(end, facts_.trips(task.node), policy.cost.scannedNs);
    }
    return policy.cost.replicatedNs +
           elements * policy.cost.elementNs * double(cores_.size()) + scanNs;
  }

  void set(size_t region, TaskId task, double cycles, uint32_t type) {
    std::vector<double> &ns = result_[region].taskNs[task];
    // A search ends half way, for all we know.
    if (facts_.endsAnywhere(regions_[region].tasks[task].node))
      cycles /= 2;
    for (size_t i = 0; i < cores_.size(); ++i)
      if (soc_.cores[cores_[i]].type == type)
        ns[i] = cycles / cyclesPerNs(soc_, soc_.cores[cores_[i]]);
  }

  /// The cycles of the whole task are set.
  void setStage(size_t region, TaskId task, double cyclesTwice, uint32_t type) {
    const std::vector<double> &whole = result_[region].taskNs[task];
    std::vector<double> &longest = result_[region].pipelines.at(task).longestNs;
    std::vector<char> &isMeasured = isMeasured_[{region, task, type}];
    isMeasured.resize(cores_.size());
    for (size_t i = 0; i < cores_.size(); ++i) {
      if (soc_.cores[cores_[i]].type != type)
        continue;
      double twice = cyclesTwice / cyclesPerNs(soc_, soc_.cores[cores_[i]]);
      double once = std::max(0.0, twice - whole[i]);
      longest[i] = isMeasured[i] ? std::max(longest[i], once) : once;
      isMeasured[i] = true;
    }
  }

  std::vector<taskgraph::RegionCosts> take() { return std::move(result_); }

private:
  const std::vector<taskgraph::Region> &regions_;
  const taskgraph::RegionFacts &facts_;
  const soc::SocSpec &soc_;
  const std::vector<uint32_t> &cores_;
  std::vector<taskgraph::RegionCosts> result_;
  std::map<std::tuple<size_t, TaskId, uint32_t>, std::vector<char>>
      isMeasured_; ///< some stage, by core
};

/// One core type's costs of all units, of what is not in the cache yet.
class MachineCosts {
public:
  MachineCosts(uint32_t type, const CostTarget &target, CostCache &cache,
               std::string &problem)
      : type_(type), target_(target), cache_(cache), problem_(problem) {}

  void compute(const std::vector<CostInput> &inputs) {
    std::vector<Costs> compiled;
    for (const CostInput &input : inputs)
      compiled.push_back(compile(input, inputs.size() > 1));
    Costs exported;
    for (const CostInput &input : inputs) {
      const Costs &unit = cache_.exported[{type_, input.unit}].costs;
      exported.insert(unit.begin(), unit.end());
    }
    for (size_t i = 0; i < inputs.size(); ++i)
      keep(inputs[i], compiled[i], exported);
  }

  std::optional<double> of(const CostInput &input,
                           const CostFunction &function) const {
    return cache_.functions.at({type_, input.unit, function.key});
  }

private:
  bool isKnown(const CostInput &input, const CostFunction &function) const {
    return cache_.functions.count({type_, input.unit, function.key}) != 0;
  }

  /// What of the part is not known yet. \returns its text.
  std::string unknownOf(const CostInput &input, const CostPart &part,
                        std::vector<std::string> &names) const {
    std::string text;
    for (const CostFunction &function : part.functions)
      if (!isKnown(input, function)) {
        text += (text.empty() ? part.frame : "") + function.text;
        names.push_back(function.name);
      }
    return text;
  }

  /// \param isCalled from other units.
  Costs compile(const CostInput &input, bool isCalled) {
    ExportedCosts &known = cache_.exported[{type_, input.unit}];
    std::string text = input.prelude;
    std::vector<std::string> names;
    if (isCalled)
      for (const std::string &function : input.exported)
        if (known.asked.insert(function).second)
          names.push_back(function);
    const bool isAsked = !names.empty();
    for (const CostPart &part : input.parts)
      text += unknownOf(input, part, names);
    if (names.empty())
      return {};
    const soc::CoreType &core = target_.soc.types[type_];
    std::string error;
    std::optional<Costs> costs = target_.cycles(text, names, target_.flags,
                                                {core.triple, core.cpu}, error);
    if (!costs)
      problem_ = error;
    if (isAsked && costs)
      known.costs.insert(costs->begin(), costs->end());
    return costs.value_or(Costs());
  }

  void keep(const CostInput &input, const Costs &unit, const Costs &exported) {
    Totals totals(unit, exported);
    for (const CostPart &part : input.parts)
      for (const CostFunction &function : part.functions)
        if (!isKnown(input, function))
          cache_.functions[{type_, input.unit, function.key}] =
              unit.count(function.name)
                  ? std::optional(totals.of(function.name))
                  : std::nullopt;
  }

  uint32_t type_;
  const CostTarget &target_;
  CostCache &cache_;
  std::string &problem_;
};

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
    MachineCosts costs(type, target, cache, problem);
    costs.compute(inputs);
    for (const CostInput &input : inputs)
      for (const CostPart &part : input.parts)
        for (const CostFunction &function : part.functions)
          if (std::optional<double> cycles = costs.of(input, function)) {
            if (function.hasStageTwice)
              estimator.setStage(part.region, function.task, *cycles, type);
            else
              estimator.set(part.region, function.task, *cycles, type);
          }
  }
  return estimator.take();
}

} // namespace hocket::cost
