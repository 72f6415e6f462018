// SPDX-License-Identifier: Apache-2.0
//
// Several guesses at what idle cores draw, for that is a matter of gaps which
// are not known yet: each leads to a plan, and what these really take decides
// between racing to idle and stretching. Where a clock is shared, how a task's
// work is divided among the steps it runs through follows from the plan that
// the network was cut from; cutting again at the best plan's times never makes
// it worse, and often better. Likewise what a supply that clocks share has at
// least is guessed, and what the others really need decides.
#include "power/search/ChoosePoints.h"

#include "power/search/Candidates.h"
#include "power/search/FewChanges.h"
#include "power/verify/Verifier.h"
#include "scheduling/CoreView.h"
#include "scheduling/Graph.h"
#include "support/Policy.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <set>

namespace hocket::power {

using scheduling::CoreIndex;
using scheduling::Problem;
using scheduling::Schedule;

namespace {

/// All at the highest points, as early as the order allows.
Plan highestPlan(const Setting &setting, const Schedule &schedule) {
  const Problem &problem = setting.problem;
  const ChipPower &chip = setting.chip;
  Plan given;
  given.placements = schedule.placements;
  given.runs.resize(problem.tasks.size());
  for (scheduling::TaskIndex task = 0; task < given.runs.size(); ++task) {
    scheduling::Placement &at = given.placements[task];
    at.end -= setting.tailNs(task);
    if (at.end > at.start)
      given.runs[task] = {{chip.domains[chip.cores[at.core].domain].highest(),
                           at.start, at.end}};
  }
  Network network = cut(setting, given);
  StepCosts costs = stepCosts(problem, chip, network, 0,
                              std::vector<uint32_t>(chip.supplies.size()));
  std::vector<Mix> mixes;
  for (const Step &step : network.steps) {
    uint32_t highest = chip.domains[step.domain].highest();
    mixes.push_back({highest, highest, 1});
  }
  return timed(setting, network, costs, mixes);
}

/// Guesses that differ for some core.
std::vector<uint32_t> idleDepths(const ChipPower &chip) {
  std::vector<uint32_t> depths;
  std::set<std::vector<double>> seen;
  size_t most = 0;
  for (const CorePower &core : chip.cores)
    most = std::max(most, core.states.size());
  for (uint32_t depth = 0; depth <= most; ++depth) {
    std::vector<double> watts;
    for (const CorePower &core : chip.cores)
      watts.push_back(
          depth == 0 || core.states.empty()
              ? -1
              : core.states[std::min<size_t>(depth, core.states.size()) - 1]
                    .watts);
    if (seen.insert(watts).second)
      depths.push_back(depth);
  }
  return depths;
}

/// Guesses at what shared supplies have at least, from what each clock needs by
/// itself up to the most.
constexpr uint32_t mostLevelGuesses = 4;

std::vector<std::vector<uint32_t>> levelGuesses(const ChipPower &chip) {
  size_t most = 1;
  for (const SupplyPower &supply : chip.supplies)
    most = std::max(most, supply.volts.size());
  const size_t guesses = std::min<size_t>(most, mostLevelGuesses);
  std::vector<std::vector<uint32_t>> all;
  for (size_t guess = 0; guess < guesses; ++guess) {
    std::vector<uint32_t> &levels = all.emplace_back();
    for (const SupplyPower &supply : chip.supplies)
      levels.push_back(uint32_t(guess * (supply.volts.size() - 1) /
                                std::max<size_t>(1, guesses - 1)));
  }
  return all;
}

bool sharesClocks(const Plan &plan, const ChipPower &chip) {
  std::set<CoreIndex> cores;
  for (const scheduling::Placement &at : plan.placements)
    cores.insert(at.core);
  std::set<uint32_t> domains;
  for (CoreIndex core : cores)
    if (!domains.insert(chip.cores[core].domain).second)
      return true;
  return false;
}

/// Of a schedule whose cores run and start what the view has.
Setting settingOf(const Problem &problem, const Problem &view,
                  const Schedule &schedule, const ChipPower &chip) {
  Setting setting{view, schedule.order, chip, std::nullopt};
  setting.unitJoules = unitJoules(chip, problem, schedule, 0);
  if (std::none_of(
          schedule.placements.begin(), schedule.placements.end(),
          [](const scheduling::Placement &at) { return at.unit.has_value(); }))
    return setting;
  for (scheduling::TaskIndex task = 0; task < problem.tasks.size(); ++task)
    setting.onUnits.push_back(scheduling::unitNs(problem, schedule, task));
  setting.unitOrders = scheduling::unitOrders(problem, schedule);
  return setting;
}

/// As others see it: tasks end where units have done them.
void endOnUnits(const Setting &setting, const Schedule &schedule, Plan &plan) {
  for (scheduling::TaskIndex task = 0; task < plan.placements.size(); ++task) {
    plan.placements[task].end += setting.tailNs(task);
    plan.placements[task].unit = schedule.placements[task].unit;
  }
}

/// Watts that no plan is late for.
constexpr double neverLate = 1e3;

class Search {
public:
  Search(const Setting &setting, const Effort &effort, Plan best)
      : setting_(setting), effort_(effort), best_(std::move(best)) {}

  void run() {
    unsigned rounds =
        sharesClocks(best_, setting_.chip) ? effort_.rounds + 1 : 1;
    std::vector<uint32_t> depths = idleDepths(setting_.chip);
    std::vector<std::vector<uint32_t>> levels = levelGuesses(setting_.chip);
    const size_t guesses = rounds * depths.size() * levels.size();
    for (unsigned round = 0; round < rounds; ++round) {
      Network network = cut(setting_, best_);
      double before = best_.joules;
      uint64_t work =
          std::max<uint64_t>(effort_.planWork / guesses,
                             effort_.leastTries * network.steps.size());
      for (const std::vector<uint32_t> &level : levels)
        for (uint32_t depth : depths)
          tryGuess(network, depth, level, work);
      if (best_.joules >= before * (1 - 1e-5))
        return;
    }
  }

  const Plan &best() const { return best_; }
  bool wasTooLarge() const { return tooLarge_; }

private:
  void tryGuess(const Network &network, uint32_t depth,
                const std::vector<uint32_t> &levels, uint64_t work) {
    StepCosts costs =
        stepCosts(setting_.problem, setting_.chip, network, depth, levels);
    Candidates candidates(setting_, network, costs, work);
    Tradeoff tradeoff = tryTradeoff(candidates, effort_.flowWork);
    bool isSolved = tradeoff.isComplete;
    if (isSolved) {
      tryPrices(candidates, tradeoff.prices);
      // Late at first, at a price that is more than earliness costs there.
      improve(candidates,
              fewChanges(setting_.chip, network, costs, tradeoff.prices),
              1.5 * tradeoff.deadlinePrice);
    } else {
      tooLarge_ = true;
    }
    tryPrices(candidates,
              std::vector<double>(network.steps.size(), onePrice(costs)));
    if (candidates.best())
      improve(candidates, candidates.bestMixes(), neverLate);
    if (candidates.best() && candidates.best()->joules < best_.joules) {
      best_ = *candidates.best();
      best_.method = isSolved ? "trade-off" : "greedy";
    }
  }

  /// For all steps, so that what saves most for the time it takes goes first:
  /// low, to be raised until the deadline is met; without one, what all cores
  /// draw while they idle.
  double onePrice(const StepCosts &costs) const {
    if (!setting_.deadlineNs)
      return costs.idleWatts;
    double watts = 0;
    for (const CorePower &core : setting_.chip.cores)
      watts += core.watts.back();
    return watts * 1e-3;
  }

  const Setting &setting_;
  const Effort &effort_;
  Plan best_;
  bool tooLarge_ = false;
};

} // namespace

Effort usualEffort() {
  return {policy.power.flowWork, policy.power.planWork, policy.power.rounds,
          policy.power.leastTries};
}

Outcome choosePoints(const Problem &problem, const Schedule &schedule,
                     const ChipPower &chip, const Objective &objective,
                     const Effort &effort) {
  Outcome outcome;
  if (problem.repeats) {
    outcome.note = "the level repeats; only such as run once are planned";
    return outcome;
  }
  const Problem view = scheduling::coreView(problem, schedule);
  Setting setting = settingOf(problem, view, schedule, chip);
  Plan highest = highestPlan(setting, schedule);
  outcome.fastestNs = highest.makespan;
  if (objective.kind == Objective::Kind::Time)
    setting.deadlineNs = highest.makespan;
  if (objective.kind == Objective::Kind::Deadline)
    setting.deadlineNs = objective.deadlineNs;
  if (!isInTime(highest.makespan, setting.deadlineNs)) {
    outcome.note = llvm::formatv(
        "the deadline of {0} ns is shorter than the {1} ns that the schedule "
        "takes at the highest operating points",
        *setting.deadlineNs, highest.makespan);
    return outcome;
  }
  countEnergy(setting, setting.deadlineNs.value_or(0), highest);
  highest.method = "highest points";
  outcome.highestJoules = highest.joules;
  Search search(setting, effort, highest);
  search.run();
  outcome.plan = search.best();
  endOnUnits(setting, schedule, *outcome.plan);
  endOnUnits(setting, schedule, highest);
  if (search.wasTooLarge())
    outcome.note = "too large to be planned as a whole: points were chosen "
                   "one after the other by what they save for their time";
  std::vector<std::string> wrong =
      verify(problem, schedule, chip, objective, *outcome.plan);
  if (!wrong.empty()) {
    outcome.note =
        "a better plan was refused by the verifier: " + wrong.front();
    outcome.plan = highest;
    wrong = verify(problem, schedule, chip, objective, highest);
  }
  if (!wrong.empty()) {
    outcome.plan.reset();
    outcome.note = "no plan passed the verifier: " + wrong.front();
  }
  return outcome;
}

} // namespace hocket::power
