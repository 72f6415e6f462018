// SPDX-License-Identifier: Apache-2.0
//
// Chips and schedules for the tests. Figures are round: 1 W at 1 GHz, 4 W at
// 2 GHz; a task's cost is its time at 2 GHz.
#pragma once

#include "power/search/ChoosePoints.h"
#include "power/verify/Verifier.h"
#include "scheduling/search/ScheduleBest.h"

#include "llvm/ADT/StringExtras.h"

namespace hocket::power {

/// `domains` of so many cores each. A core may sleep: at once for 0.1 W, or
/// deeply, in 100 + 200 ns and for gaps of 1000 ns, for nothing.
inline ChipPower chipOf(const std::vector<unsigned> &domains,
                        double changeNs = 0) {
  ChipPower chip;
  for (unsigned cores : domains) {
    DomainPower &domain = chip.domains.emplace_back();
    domain.name.assign(1, 'd').append(std::to_string(chip.domains.size() - 1));
    domain.hertz = {1e9, 2e9};
    domain.changeNs = changeNs;
    for (unsigned i = 0; i < cores; ++i) {
      CorePower &core = chip.cores.emplace_back();
      core.domain = uint32_t(chip.domains.size() - 1);
      core.watts = {1, 4};
      core.states = {{"light", 0, 0, 0, 0.1}, {"deep", 100, 200, 1000, 0}};
    }
  }
  return chip;
}

/// The same, each clock a cluster: what its cores share draws 0.5 W or 2 W
/// while one is awake, and a core sleeps deeply only with all of its cluster;
/// that costs 10 nJ.
inline ChipPower clustersOf(const std::vector<unsigned> &domains,
                            double changeNs = 0) {
  ChipPower chip = chipOf(domains, changeNs);
  for (DomainPower &domain : chip.domains)
    domain.sharedWatts = {0.5, 2};
  for (CorePower &core : chip.cores) {
    core.cluster = core.domain;
    core.states[1].isOfCluster = true;
    core.states[1].moveJoules = 10e-9;
  }
  return chip;
}

/// One supply for all clocks, which needs more for 2 GHz: while one of them has
/// that, 1 GHz takes twice as much.
inline ChipPower withSupply(ChipPower chip) {
  SupplyPower &supply = chip.supplies.emplace_back();
  supply.name = "supply";
  supply.volts = {0.7, 1};
  auto atBoth = [](const std::vector<double> &own) {
    return LevelWatts{own, {2 * own[0], own[1]}};
  };
  for (uint32_t i = 0; i < chip.domains.size(); ++i) {
    DomainPower &domain = chip.domains[i];
    supply.domains.push_back(i);
    domain.supply = 0;
    domain.needs = {0, 1};
    if (!domain.sharedWatts.empty())
      domain.sharedWattsAt = atBoth(domain.sharedWatts);
  }
  for (CorePower &core : chip.cores)
    core.wattsAt = atBoth(core.watts);
  return chip;
}

/// Tasks pinned to cores, in order; nothing but waits crosses cores.
inline scheduling::Problem
pinnedTasks(scheduling::CoreIndex cores,
            const std::vector<std::pair<scheduling::CoreIndex, double>> &tasks,
            const std::vector<scheduling::Edge> &edges = {}) {
  scheduling::Problem problem;
  problem.cores = cores;
  problem.cluster.assign(cores, 0);
  for (const auto &[core, cost] : tasks) {
    scheduling::Task &task = problem.tasks.emplace_back();
    task.cost.assign(cores, cost);
    task.pinned = core;
  }
  problem.edges = edges;
  return problem;
}

inline Objective deadline(double ns) { return {Objective::Kind::Deadline, ns}; }

struct Planned {
  scheduling::Problem problem;
  scheduling::Schedule schedule;
  ChipPower chip;
  Objective objective;
  Outcome outcome;

  std::string wrong() const {
    return llvm::join(verify(problem, schedule, chip, objective, *outcome.plan),
                      "\n");
  }
};

inline Planned planFor(const scheduling::Problem &problem,
                       const ChipPower &chip, const Objective &objective) {
  Planned planned{
      problem, scheduling::scheduleBest(problem, {}, {}), chip, objective, {}};
  planned.outcome = choosePoints(problem, planned.schedule, chip, objective);
  return planned;
}

} // namespace hocket::power
