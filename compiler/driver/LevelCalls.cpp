// SPDX-License-Identifier: Apache-2.0
#include "driver/LevelCalls.h"

#include "driver/RewrittenProgram.h"
#include "driver/StageOptions.h"
#include "driver/planned/WhyNotRun.h"
#include "forkjoin/ForkJoinCalls.h"
#include "inlining/CallsBeside.h"
#include "inlining/ConditionTasks.h"
#include "ir/CallInstance.h"
#include "ir/Tree.h"
#include "speculation/SpeculativeLoops.h"
#include "support/Policy.h"
#include "taskgraph/RegionFacts.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace hocket::driver {

namespace {

/// Loops that might be tried, with the share of their work that a trial counts
/// for.
std::map<ir::NodeId, double> loopsWorthTrying(const ir::Program &program,
                                              const analysis::Effects &effects,
                                              const Compilation &c) {
  if (!maySpeculate(c))
    return {};
  std::map<ir::NodeId, double> result;
  for (auto [loop, isCut] :
       speculation::loopsWorthTrying(program, effects, speculationOptions(c)))
    result[loop] = isCut ? policy.profit.cutTrialGain : policy.profit.trialGain;
  return result;
}

/// One on each function that has loops and is still called.
std::vector<Remark> asWritten(const ir::Program &program,
                              const std::set<std::string> &named) {
  std::vector<Remark> remarks;
  const std::vector<std::vector<ir::CallPoint>> calls =
      ir::callsByCallee(program);
  for (const ir::Function &function : program.functions) {
    if (!isValid(function.body) || named.count(function.name) == 0 ||
        calls[index(function.id)].empty())
      continue;
    bool hasLoops = false;
    ir::forEachNode(program, function.body, [&](ir::NodeId node) {
      hasLoops |= program[node].as<ir::Loop>() != nullptr;
    });
    if (hasLoops)
      remarks.push_back({RemarkId::CalledAsWritten,
                         function.location,
                         function.name,
                         {function.name},
                         {}});
  }
  return remarks;
}

} // namespace

PlannedVersion planVersion(const Version &version,
                           const profile::SourceMeasures &profiled,
                           const Compilation &c,
                           const std::set<ir::FunctionId> &only) {
  const auto &[program, effects, verdicts, inlined] = version;
  PlannedVersion result;
  // Functions whose independent calls of themselves may run as tasks.
  polyhedral::ForkJoinCalls forkJoin = polyhedral::findForkJoinCalls(
      program, effects,
      c.options.islBudget ? c.options.islBudget : policy.isl.forkJoin);
  result.remarks = std::move(forkJoin.remarks);
  // Loops that might be tried, if that gains more than to run beside others.
  const std::map<ir::NodeId, double> worthTrying =
      loopsWorthTrying(program, effects, c);
  result.naming = codegen::chooseNaming(program);
  result.measured = profile::spread(profiled, program);
  if (c.options.unknownTrips)
    result.measured.unknownTrips = double(c.options.unknownTrips);
  planning::PlanOptions options = planOptions(c);
  options.only = only;
  result.planned =
      planning::planProgram({program, effects, verdicts, result.measured,
                             forkJoin.functions, worthTrying, c.accelerated},
                            result.naming, c.soc, options);
  // What is known of the parameters of functions that texts call which no
  // analysis sees is not true of those calls: nothing in them is made a task.
  const std::set<std::string> named = inlining::wordsOfOriginals(inlined);
  auto isNamed = [&](ir::FunctionId function) {
    return named.count(program[function].name) != 0;
  };
  std::erase_if(result.planned.regions, [&](const auto &region) {
    return isNamed(region.graph.region.function);
  });
  std::erase_if(result.planned.forkJoin,
                [&](const auto &one) { return isNamed(one.function); });
  for (Remark &remark : asWritten(program, named))
    result.remarks.push_back(std::move(remark));
  return result;
}

namespace {

bool isAt(const ir::Node &node, const SourceLocation &place) {
  return node.location.file == place.file && node.location.line == place.line;
}

/// Something in the region stands in that line.
bool holds(const ir::Program &program, const taskgraph::Region &region,
           const SourceLocation &place) {
  const std::vector<ir::NodeId> &children =
      program[region.block].as<ir::Block>()->children;
  bool result = false;
  for (uint32_t i = region.first; i <= region.last; ++i)
    ir::forEachNode(program, children[i],
                    [&](ir::NodeId id) { result |= isAt(program[id], place); });
  return result;
}

/// Its cores follow the branch in that line.
bool follows(const ir::Program &program, const taskgraph::Region &region,
             const SourceLocation &place) {
  return std::any_of(region.levels.begin(), region.levels.end(),
                     [&](const taskgraph::Level &level) {
                       return level.parent != taskgraph::none &&
                              !level.repeats &&
                              isAt(program[level.node], place);
                     });
}

/// How much faster than on one core what stands in that line runs; 1: it is in
/// no region.
double speedupAt(const ir::Program &program,
                 const std::vector<planning::PlannedRegion> &regions,
                 const SourceLocation &place) {
  double most = 1;
  for (const planning::PlannedRegion &r : regions)
    if (holds(program, r.graph.region, place))
      most = std::max(most, r.plan.sequentialNs / r.plan.parallelNs);
  return most;
}

/// Those that a call in the node comes to, by unit and name.
using Functions = std::set<std::pair<ir::UnitId, std::string>>;

void addCalled(const ir::Program &program, ir::NodeId node,
               Functions &functions) {
  for (ir::StmtId stmt : ir::allStmts(program, node))
    for (const ir::CallSite &call : program[stmt].calls) {
      if (!isValid(call.callee) || !isValid(program[call.callee].body))
        continue;
      const ir::Function &callee = program[call.callee];
      if (functions.insert({callee.unit, callee.name}).second)
        addCalled(program, callee.body, functions);
    }
}

/// How much faster than on one core calls in the node run at best, as they are
/// planned in the functions that they come to.
double speedupOfCalls(const ir::Program &program, ir::NodeId node,
                      const ir::Program &before,
                      const std::vector<planning::PlannedRegion> &regions) {
  Functions called;
  addCalled(program, node, called);
  double most = 1;
  for (const planning::PlannedRegion &r : regions) {
    const ir::Function &function = before[r.graph.region.function];
    if (called.count({function.unit, function.name}))
      most = std::max(most, r.plan.sequentialNs / r.plan.parallelNs);
  }
  return most;
}

class LevelChoice {
public:
  LevelChoice(const std::vector<SourceInput> &inputs, const LevelCalls &calls,
              const profile::SourceMeasures &profiled, Compilation &c)
      : inputs_(inputs), calls_(calls), profiled_(profiled), c_(c) {}

  PlannedVersion choose(Version &version) {
    PlannedVersion best = planVersion(version, profiled_, c_);
    std::set<ir::NodeId> levels = calls_.conditions;
    for (const auto &[call, other] : calls_.beside)
      levels.insert(call);
    bool isPart = isSmallPart(levels);
    // Those that gain together may gain less without the others.
    while (!levels.empty()) {
      Version tried = written(levels, isPart);
      PlannedVersion plan = planVersion(tried, profiled_, c_,
                                        isPart ? around(levels, tried.program)
                                               : std::set<ir::FunctionId>());
      std::map<ir::NodeId, double> saved;
      std::set<ir::NodeId> kept;
      for (ir::NodeId node : levels) {
        auto [ns, isEnough] = savedBy(node, {version.program, best.planned},
                                      {tried.program, plan.planned});
        saved[node] = ns;
        if (isEnough || c_.options.alwaysGroups)
          kept.insert(node);
      }
      const bool areAllKept = kept == levels;
      // What the whole program is planned with is told then.
      if (!areAllKept || !isPart)
        tellOf(
            tried.inlined, saved,
            [&](ir::NodeId node) {
              return areAllKept || kept.count(node) == 0;
            },
            areAllKept);
      if (areAllKept && !isPart) {
        version = std::move(tried);
        return plan;
      }
      isPart &= !areAllKept;
      levels = std::move(kept);
    }
    return best;
  }

private:
  struct Plan {
    const ir::Program &program;
    const planning::PlannedProgram &planned;
  };

  /// Functions that the levels are in, and all that these call.
  std::set<ir::FunctionId> around(const std::set<ir::NodeId> &levels,
                                  const ir::Program &program) const {
    const ir::Program &original = calls_.original.program;
    Functions names;
    for (ir::NodeId node : levels) {
      const ir::Function &function = original[original[node].function];
      names.insert({function.unit, function.name});
      addCalled(original, function.body, names);
    }
    std::set<ir::FunctionId> result;
    for (const ir::Function &function : program.functions)
      if (names.count({function.unit, function.name}))
        result.insert(function.id);
    return result;
  }

  /// Most loops are elsewhere. Else a plan of a part takes about as long as one
  /// of all.
  bool isSmallPart(const std::set<ir::NodeId> &levels) const {
    const ir::Program &program = calls_.original.program;
    const std::set<ir::FunctionId> part = around(levels, program);
    std::size_t inside = 0, all = 0;
    for (const ir::Node &node : program.nodes)
      if (node.as<ir::Loop>() && !isValid(node.inlinedFrom)) {
        ++all;
        inside += part.count(node.function);
      }
    return 2 * inside < all;
  }

  /// \param isPart loops of other functions are not judged
  Version written(const std::set<ir::NodeId> &levels, bool isPart) {
    const Version &original = calls_.original;
    inlining::InliningOptions options = inliningOptions(c_.options);
    for (ir::NodeId node : levels)
      (calls_.conditions.count(node) ? options.conditions : options.levels)
          .insert(node);
    Version result;
    result.inlined = inlining::inlineCalls(original.program, original.effects,
                                           original.verdicts, options);
    std::tie(result.program, result.effects, result.verdicts) =
        understandInlined(inputs_, original.program, result.inlined, c_,
                          isPart
                              ? FunctionsAsked([&](const ir::Program &program) {
                                  return around(levels, program);
                                })
                              : nullptr);
    return result;
  }

  /// What a run of the region that has both the call and what is beside it, or
  /// that is in the branch, saves of the time that the same work takes as it is
  /// planned without; ns, and whether that is enough. Trip counts are those
  /// known with the text written out: without it, they may be guesses.
  std::pair<double, bool> savedBy(ir::NodeId node, const Plan &before,
                                  const Plan &after) const {
    std::pair<double, bool> best{0, false};
    for (const planning::PlannedRegion &r : after.planned.regions) {
      if (!isUsed(node, after.program, r.graph.region))
        continue;
      const double ns = nsBefore(node, before, after.program, r);
      const double saved = ns - r.plan.parallelNs;
      best = std::max(best, {saved, saved > policy.groups.leastGain * ns});
    }
    return best;
  }

  bool isUsed(ir::NodeId node, const ir::Program &program,
              const taskgraph::Region &region) const {
    const ir::Program &original = calls_.original.program;
    auto beside = calls_.beside.find(node);
    if (beside == calls_.beside.end())
      return follows(program, region, original[node].location);
    return holds(program, region, original[node].location) &&
           holds(program, region, original[beside->second].location);
  }

  /// What the region's work takes as it is planned without: each task as fast
  /// as what stands in its line, as the call that is written out, or as what it
  /// calls.
  double nsBefore(ir::NodeId node, const Plan &before,
                  const ir::Program &program,
                  const planning::PlannedRegion &r) const {
    const taskgraph::Region &region = r.graph.region;
    const double ofCall = speedupAt(before.program, before.planned.regions,
                                    calls_.original.program[node].location);
    double ns = 0;
    for (taskgraph::TaskId i = 0; i < region.tasks.size(); ++i) {
      if (!region.tasks[i].isSequentialWork())
        continue;
      double once =
          *std::min_element(r.costs.taskNs[i].begin(), r.costs.taskNs[i].end());
      for (taskgraph::LevelIndex l = region.tasks[i].level; l != 0;
           l = region.levels[l].parent)
        once *= r.costs.repetitions[l];
      const ir::NodeId work = region.tasks[i].node;
      const std::vector<planning::PlannedRegion> &regions =
          before.planned.regions;
      ns +=
          once /
          std::max({ofCall,
                    speedupAt(before.program, regions, program[work].location),
                    speedupOfCalls(program, work, before.program, regions)});
    }
    return ns;
  }

  template <typename Predicate>
  void tellOf(const inlining::Inlining &inlined,
              const std::map<ir::NodeId, double> &saved, Predicate isTold,
              bool isKept) {
    for (const inlining::InlinedCall &call : inlined.calls) {
      auto it = saved.find(call.node);
      if (it == saved.end() || !isTold(call.node))
        continue;
      c_.remarks.add(
          {isKept ? RemarkId::CallIsLevel : RemarkId::CallIsTask,
           call.location,
           call.caller,
           {call.callee, call.caller, nameOfWork(calls_.beside.at(call.node)),
            it->second > 0 ? duration(it->second) : "nothing"},
           {}});
    }
    if (!isKept)
      return;
    const ir::Program &program = calls_.original.program;
    for (ir::NodeId branch : inlined.conditions)
      c_.remarks.add({RemarkId::ConditionTask,
                      program[branch].location,
                      program[program[branch].function].name,
                      {},
                      {}});
  }

  /// "the call at line 12"
  std::string nameOfWork(ir::NodeId node) const {
    const ir::Program &program = calls_.original.program;
    const ir::Node &n = program[node];
    const char *kind = n.as<ir::Loop>()   ? "loop"
                       : n.as<ir::Leaf>() ? "call"
                                          : "code";
    return std::string("the ") + kind + " at line " +
           std::to_string(n.location.line);
  }

  const std::vector<SourceInput> &inputs_;
  const LevelCalls &calls_;
  const profile::SourceMeasures &profiled_;
  Compilation &c_;
};

} // namespace

std::optional<LevelCalls>
levelCalls(const ir::Program &program, const analysis::Effects &effects,
           const std::vector<polyhedral::LoopVerdict> &verdicts,
           const inlining::Inlining &inlined, const Compilation &c) {
  // Where costs decide nothing, there is no better one.
  if ((c.options.alwaysParallel && !c.options.alwaysGroups) ||
      c.options.noInlining || !effects.threadUnsafe.empty() ||
      c.options.alwaysSpeculate || c.options.alwaysPrecompute ||
      !c.accelerated.empty() || c.soc.usableCores(c.options.cores).size() < 2)
    return std::nullopt;
  inlining::InliningOptions options = inliningOptions(c.options);
  std::map<ir::NodeId, ir::NodeId> beside;
  options.conditions = inlining::branchesOnCalls(program, effects);
  // What is less than entering a region is not worth the try.
  const taskgraph::RegionFacts facts(program, effects, verdicts);
  const double least = c.options.alwaysGroups ? 0 : c.soc.costs.regionEntryNs;
  for (auto &[call, others] : inlining::callsBesideWork(program, effects)) {
    const ir::NodeId largest = *std::max_element(
        others.begin(), others.end(), [&](ir::NodeId a, ir::NodeId b) {
          return facts.size(a) < facts.size(b);
        });
    if (std::min(facts.size(call), facts.size(largest)) < least)
      continue;
    beside[call] = largest;
    options.levels.insert(call);
  }
  std::erase_if(options.conditions,
                [&](ir::NodeId branch) { return facts.size(branch) < least; });
  const inlining::Inlining wide =
      inlining::inlineCalls(program, effects, verdicts, options);
  // Those that are written out anyway, or cannot be.
  std::set<ir::NodeId> more;
  for (const inlining::InlinedCall &call : wide.calls)
    more.insert(call.node);
  for (const inlining::InlinedCall &call : inlined.calls)
    if (more.erase(call.node) == 0)
      return std::nullopt; // no room for all of them
  std::erase_if(beside,
                [&](const auto &entry) { return !more.count(entry.first); });
  if (beside.empty() && wide.conditions.empty())
    return std::nullopt;
  return LevelCalls{{program, effects, verdicts, {}},
                    std::move(beside),
                    {wide.conditions.begin(), wide.conditions.end()}};
}

PlannedVersion planWithLevels(const std::vector<SourceInput> &inputs,
                              const LevelCalls &calls,
                              const profile::SourceMeasures &profiled,
                              Version &version, Compilation &c) {
  return LevelChoice(inputs, calls, profiled, c).choose(version);
}

} // namespace hocket::driver
