// SPDX-License-Identifier: Apache-2.0
//
// Schedules and power plans, executed without noise, take the time and the
// energy that they say.
#include "Machines.h"

#include "simulation/engine/Run.h"

#include <gtest/gtest.h>

#include <random>

using namespace hocket;
using namespace hocket::simulation;

namespace {

/// A planned problem, executed on its chip.
Result executed(const power::Planned &planned, const Settings &settings) {
  Machine machine = machineWith(planned.chip);
  for (uint32_t core = 0; core < machine.cores(); ++core)
    machine.cluster[core] = planned.problem.cluster[core];
  machine.clusters.resize(2);
  Workload workload;
  PlannedProgram program;
  program.problem = &planned.problem;
  program.schedule = &planned.schedule;
  program.chip = &planned.chip;
  if (planned.outcome.plan)
    program.plan = &*planned.outcome.plan;
  addPlanned(program, "plan", workload);
  Settings own = settings;
  for (uint32_t domain = 0; domain < planned.chip.domains.size(); ++domain)
    own.plannedClocks.push_back(domain);
  return simulate(machine, workload, own);
}

void expectAsPlanned(const power::Planned &planned) {
  ASSERT_TRUE(planned.outcome.plan) << planned.outcome.note;
  const power::Plan &plan = *planned.outcome.plan;
  Result result = executed(planned, quiet());
  ASSERT_EQ(result.wrong, "");
  double rounding = 1e-9 * plan.joules;
  EXPECT_NEAR(result.joules, plan.joules, rounding);
  EXPECT_NEAR(result.makespan, plan.makespan, 1e-9 * plan.makespan + 1e-6);
  EXPECT_NEAR(result.endNs, plan.horizonNs, 1e-9 * plan.horizonNs + 1e-6);
  for (size_t core = 0; core < plan.energy.size(); ++core) {
    const power::CoreEnergy &said = plan.energy[core];
    const CoreResult &is = result.cores[core];
    EXPECT_NEAR(is.running, said.running, rounding) << "core " << core;
    EXPECT_NEAR(is.changing, said.changing, rounding) << "core " << core;
    EXPECT_NEAR(is.waiting, said.waiting, rounding) << "core " << core;
    ASSERT_EQ(is.asleep.size(), said.asleep.size());
    for (size_t state = 0; state < said.asleep.size(); ++state)
      EXPECT_NEAR(is.asleep[state], said.asleep[state], rounding)
          << "core " << core << " state " << state;
  }
  for (size_t domain = 0; domain < plan.shared.size(); ++domain)
    EXPECT_NEAR(result.domains[domain].sharedJoules, plan.shared[domain],
                rounding)
        << "domain " << domain;
}

TEST(Plan, OneTaskAtTwoPoints) {
  // By hand: 500 ns at 4 W, 1000 ns at 1 W.
  power::Planned planned = planFor(power::pinnedTasks(1, {{0, 1000}}),
                                   power::chipOf({1}), power::deadline(1500));
  expectAsPlanned(planned);
  Result result = executed(planned, quiet());
  EXPECT_NEAR(result.joules, 3e-6, 1e-15);
  EXPECT_NEAR(result.makespan, 1500, 1e-6);
}

TEST(Plan, ASleepingCore) {
  // By hand: core 0 runs 2000 ns at 4 W; core 1, on the same clock, 1000 ns,
  // then sleeps 1000 ns at 0.1 W.
  power::Planned planned =
      planFor(power::pinnedTasks(2, {{0, 2000}, {1, 1000}}), power::chipOf({2}),
              power::Objective());
  expectAsPlanned(planned);
  EXPECT_NEAR(executed(planned, quiet()).joules, 12.1e-6, 1e-15);
}

TEST(Plan, OneSupply) {
  // By hand: core 0 runs 2000 ns at 4 W and keeps the voltage up. So core 1,
  // with half the work, takes 2 W * 2000 ns at half its clock.
  power::Planned planned =
      planFor(power::pinnedTasks(2, {{0, 2000}, {1, 1000}}),
              power::withSupply(power::chipOf({1, 1})), power::Objective());
  expectAsPlanned(planned);
  EXPECT_NEAR(executed(planned, quiet()).joules, 12e-6, 1e-15);
}

/// A task that a unit may run, too: 8 W and 0.5 W; its start takes 100 ns.
power::Planned withAUnit(double coreNs, double unitNs,
                         const power::Objective &objective) {
  scheduling::Problem problem = power::pinnedTasks(
      2, {{0, coreNs}, {0, 1000}, {1, 500}}, {{0, 2, 64, 0, false}});
  problem.syncNs = 50;
  problem.nsPerByte = 1;
  problem.units = {{"unit", 0, std::nullopt, 100}};
  problem.tasks[0].onUnits = {{0, unitNs}};
  power::ChipPower chip = power::chipOf({1, 1}, 200);
  chip.units = {{"unit", 1, 8, 0.5}};
  return planFor(problem, chip, objective);
}

TEST(Plan, AUnit) {
  // By hand: the unit has the task from 100 to 3100 ns, core 1 goes on 114 ns
  // later for 500 ns; core 0 has 3614 - 100 ns for its 1000 ns.
  power::Planned planned = withAUnit(20000, 3000, power::Objective());
  ASSERT_TRUE(planned.schedule.placements[0].unit);
  EXPECT_NEAR(planned.schedule.makespan, 3714, 1e-9);
  expectAsPlanned(planned);
  const power::Plan &plan = *planned.outcome.plan;
  EXPECT_NEAR(plan.units[0], (3000 * 8 + 714 * 0.5) * 1e-9, 1e-15);
  EXPECT_NEAR(executed(planned, quiet()).units[0].joules, plan.units[0], 1e-15);
  // Its own clock goes down for what need not be fast.
  EXPECT_LT(plan.joules, planned.outcome.highestJoules);
}

TEST(Plan, AUnitIsWaitedFor) {
  for (double ns : {4000.0, 5000.0, 7000.0, 20000.0}) {
    expectAsPlanned(withAUnit(20000, 3000, power::deadline(ns)));
    expectAsPlanned(withAUnit(20000, 100, power::deadline(ns)));
  }
  expectAsPlanned(withAUnit(20000, 3000, {power::Objective::Kind::Energy, 0}));
}

TEST(Plan, AUnitThatWaitsCostsSomething) {
  // Core 1 alone would stretch: half the watts. Not while 3 W wait beside it.
  auto pointOf = [](double idleWatts) {
    scheduling::Problem problem = power::pinnedTasks(1, {{0, 1000}});
    power::ChipPower chip = power::chipOf({1});
    chip.units = {{"unit", 1, 8, idleWatts}};
    power::Planned planned =
        planFor(problem, chip, {power::Objective::Kind::Energy, 0});
    expectAsPlanned(planned);
    return planned.outcome.plan->runs[0].front().point;
  };
  EXPECT_EQ(pointOf(0), 0u);
  EXPECT_EQ(pointOf(3), 1u);
}

TEST(Plan, ACluster) {
  // By hand: core 0 runs 2000 ns at 4 W, core 1 of another cluster sleeps at
  // once; its cluster is alone, so in 100 and 200 ns at 4 W, for 10 nJ, and
  // what it shares draws 2 W meanwhile. That of core 0 draws 2 W throughout.
  power::Planned planned =
      planFor(power::pinnedTasks(2, {{0, 2000}}), power::clustersOf({1, 1}),
              power::Objective());
  // Core 1 alone would sleep lightly, for 200 nJ, and is better off with less
  // than 4 W * 300 ns at the lower clock.
  expectAsPlanned(planned);
  EXPECT_LE(planned.outcome.plan->joules, (8 + 4 + 0.2) * 1e-6 + 1e-15);
}

TEST(Plan, ClustersSleepOnlyAsAWhole) {
  // Core 1 is done at 100 ns, core 0 at 9000 ns; both have until 60000 ns.
  // Light sleep until 9000 ns, then the cluster.
  power::Planned planned =
      planFor(power::pinnedTasks(2, {{0, 9000}, {1, 100}}),
              power::clustersOf({2}), power::deadline(60000));
  expectAsPlanned(planned);
  const power::Plan &plan = *planned.outcome.plan;
  ASSERT_EQ(plan.gaps.size(), 2u);
  EXPECT_EQ(plan.gaps[0].state, 1u);
  EXPECT_EQ(plan.gaps[1].state, 1u);
  EXPECT_GT(plan.energy[1].asleep[1], 0.1 * 8000e-9);
  EXPECT_LT(plan.energy[1].asleep[1], 0.1 * 20000e-9 + 300 * 4e-9);
}

/// Random tasks in layers.
scheduling::Problem randomProblem(std::mt19937 &random, uint32_t cores) {
  scheduling::Problem problem;
  problem.cores = cores;
  for (uint32_t core = 0; core < cores; ++core)
    problem.cluster.push_back(core % 2);
  problem.syncNs = 100;
  problem.syncAcrossNs = 300;
  problem.nsPerByte = 0.1;
  problem.nsPerByteAcross = 0.2;
  for (uint32_t i = 0; i < 24; ++i) {
    scheduling::Task &task = problem.tasks.emplace_back();
    double cost = 1000.0 + double(random() % 20000);
    task.cost.assign(cores, cost);
    task.memory = i % 3 == 0 ? cost / 4 : 0;
    for (uint32_t from = i - std::min(i, 6u); from < i; ++from)
      if (random() % 3 == 0)
        problem.edges.push_back({from, i, random() % 4096, 0, false});
  }
  return problem;
}

struct Clocks {
  const char *name;
  std::vector<unsigned> domains;
  double changeNs;
  bool areClusters = false;
  bool haveOneSupply = false;
};

class RandomPlans : public testing::TestWithParam<Clocks> {};

TEST_P(RandomPlans, TakeTheEnergyTheySay) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    power::ChipPower chip =
        GetParam().areClusters
            ? power::clustersOf(GetParam().domains, GetParam().changeNs)
            : power::chipOf(GetParam().domains, GetParam().changeNs);
    if (GetParam().haveOneSupply)
      chip = power::withSupply(chip);
    scheduling::Problem problem =
        randomProblem(random, uint32_t(chip.cores.size()));
    scheduling::Schedule schedule = scheduling::scheduleBest(problem);
    double factor = 1 + (seed % 4) * 0.4;
    power::Planned planned = planFor(
        problem, chip,
        seed % 5 == 4   ? power::Objective{power::Objective::Kind::Energy, 0}
        : seed % 4 == 0 ? power::Objective()
                        : power::deadline(schedule.makespan * factor));
    expectAsPlanned(planned);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Plan, RandomPlans,
    testing::Values(Clocks{"OfEachCore", {1, 1, 1, 1}, 0},
                    Clocks{"OfEachCoreThatTakeTime", {1, 1, 1, 1}, 700},
                    Clocks{"Shared", {2, 2}, 0},
                    Clocks{"SharedThatTakeTime", {2, 2}, 700},
                    Clocks{"Clusters", {2, 2}, 0, true},
                    Clocks{"ClustersThatTakeTime", {1, 3}, 700, true},
                    Clocks{"OfOneSupply", {1, 1, 1, 1}, 0, false, true},
                    Clocks{"OfOneSupplyThatTakeTime", {1, 3}, 700, false, true},
                    Clocks{"ClustersOfOneSupply", {2, 2}, 700, true, true}),
    [](const auto &info) { return std::string(info.param.name); });

/// The schedule alone, started as soon as it may.
Result selfTimed(const scheduling::Problem &problem,
                 const scheduling::Schedule &schedule, uint32_t repetitions) {
  Machine machine = equalCores(problem.cores);
  Workload workload;
  PlannedProgram program;
  program.problem = &problem;
  program.schedule = &schedule;
  program.repetitions = repetitions;
  addPlanned(program, "schedule", workload);
  return simulate(machine, workload, quiet());
}

TEST(Schedule, TakesItsMakespan) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    scheduling::Problem problem = randomProblem(random, 3);
    scheduling::Schedule schedule = scheduling::scheduleBest(problem);
    Result result = selfTimed(problem, schedule, 1);
    ASSERT_EQ(result.wrong, "");
    EXPECT_NEAR(result.makespan, schedule.makespan, 1e-6) << "seed " << seed;
  }
}

TEST(Schedule, RepeatsWithItsPeriod) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    scheduling::Problem problem = randomProblem(random, 3);
    problem.repeats = true;
    for (uint32_t i = 0; i + 5 < problem.tasks.size(); i += 3)
      problem.edges.push_back({i + 5, i, 256, 1, false});
    scheduling::Schedule schedule = scheduling::scheduleBest(problem);
    double some = selfTimed(problem, schedule, 60).makespan;
    double more = selfTimed(problem, schedule, 120).makespan;
    EXPECT_NEAR((more - some) / 60, schedule.period, 1e-6 * schedule.period)
        << "seed " << seed;
  }
}

TEST(Schedule, AGangEndsWhenAllHaveStarted) {
  // Task 0 takes 100 ns; 1 and 2 are a gang on the two cores: 2 could end at 50
  // ns, but 1 starts at 100 ns only.
  scheduling::Problem problem = power::pinnedTasks(
      2, {{0, 100}, {0, 30}, {1, 50}, {1, 7}}, {{0, 1, 0, 0, false}});
  problem.tasks[1].gang = problem.tasks[2].gang = 0;
  scheduling::Schedule schedule;
  schedule.placements = {
      {0, 0, 100}, {0, 100, 130}, {1, 0, 100}, {1, 100, 107}};
  schedule.order = {{0, 1}, {2, 3}};
  Result result = selfTimed(problem, schedule, 1);
  EXPECT_NEAR(result.threads[0].ended, 130, 1e-9);
  EXPECT_NEAR(result.threads[1].ended, 107, 1e-9);
}

TEST(Plan, NoiseChangesItButNotItsSeed) {
  power::Planned planned =
      planFor(power::pinnedTasks(2, {{0, 2000}, {1, 1000}}),
              power::chipOf({1, 1}), power::deadline(3000));
  Settings settings = quiet();
  settings.noise.spread = 0.05;
  Result one = executed(planned, settings);
  Result again = executed(planned, settings);
  EXPECT_EQ(one.joules, again.joules);
  EXPECT_EQ(one.makespan, again.makespan);
  settings.noise.seed = 2;
  EXPECT_NE(executed(planned, settings).makespan, one.makespan);
  EXPECT_NEAR(one.makespan, planned.outcome.plan->makespan, 0.05 * 3000);
}

} // namespace
