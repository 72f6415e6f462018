// SPDX-License-Identifier: Apache-2.0
//
// The verifier must refuse each kind of wrong plan. All start from one that is
// right, so that only the damage done by hand is to blame.
#include "Chips.h"

#include <gtest/gtest.h>

using namespace hocket::power;
using namespace hocket::scheduling;

namespace {

/// Task 0 on core 0, then task 1 on core 1 with a clock of its own, which needs
/// 50 ns to change.
class PowerVerifier : public testing::Test {
protected:
  void SetUp() override {
    problem = pinnedTasks(2, {{0, 1000}, {1, 1000}}, {{0, 1, 8, 0, false}});
    problem.syncNs = 20;
    problem.nsPerByte = 10;
    chip = chipOf({1, 1}, 50);
    schedule.placements = {{0, 0, 1000}, {1, 1100, 2100}};
    schedule.order = {{0}, {1}};
    schedule.syncs = {{0, 1, 0}};
    schedule.makespan = 2100;
    // Core 1 has half of its work done at 2 GHz, then changes to 1 GHz.
    plan.placements = {{0, 0, 1000}, {1, 1200, 2750}};
    plan.runs = {{{1, 0, 1000}}, {{1, 1200, 1700}, {0, 1750, 2750}}};
    plan.changes = {{1, 1, 1, 0, 1700, 1750}};
    plan.gaps = {{0, 1000, 3000, 1}, {1, 0, 1200, 1}, {1, 2750, 3000, 0}};
    plan.makespan = 2750;
    plan.horizonNs = 3000;
    plan.energy.resize(2);
    plan.energy[0] = {4000e-9, 0, 0, {0, 300 * 4e-9}};
    plan.energy[1] = {
        (500 * 4 + 1000) * 1e-9, 200e-9, 0, {250 * 0.1e-9, 300 * 4e-9}};
    plan.joules = (4000 + 1200 + 3000 + 200 + 25 + 1200) * 1e-9;
    ASSERT_EQ(found(), "");
  }
  std::string found() const {
    return llvm::join(verify(problem, schedule, chip, objective, plan), "\n");
  }
  void expectRefused(const std::string &why) const {
    EXPECT_NE(found().find(why), std::string::npos) << "found: " << found();
  }

  Problem problem;
  Schedule schedule;
  ChipPower chip;
  Objective objective = deadline(3000);
  Plan plan;
};

TEST_F(PowerVerifier, MissingRuns) {
  plan.runs.pop_back();
  expectRefused("1 lists of runs for 2 tasks");
}

TEST_F(PowerVerifier, VoltageOfAnotherClock) {
  // Core 0's clock stays at 2 GHz, so core 1's 1000 ns at 1 GHz take 2 W.
  chip = withSupply(chip);
  expectRefused("core 1 takes ");
  plan.energy[1].running += 1000e-9;
  plan.joules += 1000e-9;
  EXPECT_EQ(found(), "");
}

/// Task 0's unit has it for 500 ns once it is started, which takes 1000 ns.
class UnitVerifier : public PowerVerifier {
protected:
  void SetUp() override {
    PowerVerifier::SetUp();
    problem.units = {{"unit", 0, std::nullopt, 1000}};
    problem.tasks[0].onUnits = {{0, 500}};
    schedule.placements[0].end = plan.placements[0].end = 1500;
    schedule.placements[0].unit = 0;
    schedule.placements[1] = {1, 1600, 2600};
    schedule.makespan = 2600;
    plan.placements[1] = {1, 1600, 3150};
    plan.runs[1] = {{1, 1600, 2100}, {0, 2150, 3150}};
    plan.changes = {{1, 1, 1, 0, 2100, 2150}};
    plan.gaps = {{0, 1000, 3400, 1}, {1, 0, 1600, 1}, {1, 3150, 3400, 0}};
    plan.makespan = 3150;
    plan.horizonNs = 3400;
    objective = deadline(3400);
    chip.units = {{"unit", 1, 8, 0.5}};
    plan.units = {(500 * 8 + 2900 * 0.5) * 1e-9};
    plan.joules += plan.units[0];
    ASSERT_EQ(found(), "");
  }
};

TEST_F(UnitVerifier, EndsTooEarly) {
  plan.placements[0].end = 1400;
  expectRefused("task 0 ends at 1000.00 ns but is said to end at 900.00 ns");
}

TEST_F(UnitVerifier, IsNotWaitedFor) {
  problem.syncNs = 200;
  expectRefused("task 1 starts at 1600.00 ns, but what it needs of task 0");
}

TEST_F(UnitVerifier, TakesMore) {
  plan.units[0] /= 2;
  expectRefused("accelerator 'unit' takes");
}

TEST_F(UnitVerifier, TwoAtATime) {
  problem.tasks[1].onUnits = {{0, 500}};
  problem.edges.clear();
  schedule.placements[1].unit = 0;
  plan.placements[1] = {1, 1450, 2950, 0};
  plan.runs[1] = {{1, 1450, 2450}};
  plan.changes.clear();
  plan.makespan = 2950;
  expectRefused("task 1 is started on unit 0 before task 0 ends there");
}

TEST_F(PowerVerifier, OtherCore) {
  plan.placements[1].core = 0;
  expectRefused("task 1 is planned on core 0 but scheduled on core 1");
}

TEST_F(PowerVerifier, PointThatIsNone) {
  plan.runs[0][0].point = 2;
  expectRefused("task 0 has a run that cannot be");
}

TEST_F(PowerVerifier, WorkLeftUndone) {
  plan.runs[1][1].end = plan.placements[1].end = plan.makespan = 2700;
  expectRefused("task 1 does 0.975000000 of its work");
}

TEST_F(PowerVerifier, RunOfATaskWithoutWork) {
  problem.tasks[0].cost.assign(problem.cores, 0);
  expectRefused("task 0 has no work but runs");
}

TEST_F(PowerVerifier, MemoryTimeIsNotScaled) {
  problem.tasks[1].memory = 500;
  expectRefused("task 1 does 1.166666667 of its work");
}

TEST_F(PowerVerifier, RunAtAPointThatTheDomainDoesNotHave) {
  plan.runs[0] = {{0, 0, 1000}};
  expectRefused("task 0 runs at point 0");
}

TEST_F(PowerVerifier, RunThroughAChange) {
  plan.runs[1][0].end = 1750;
  expectRefused("task 1 runs at point 1 from 1200.00 ns to 1750.00 ns");
}

TEST_F(PowerVerifier, PauseWithoutAChange) {
  plan.runs[1] = {{1, 1200, 1600}, {1, 1650, 1700}, {0, 1750, 2750}};
  expectRefused("task 1 stands still from 1600.00 ns to 1650.00 ns");
}

TEST_F(PowerVerifier, ChangeInNoTime) {
  plan.changes[0].end = 1710;
  expectRefused("changes in 10.00 ns instead of 50.00 ns");
}

TEST_F(PowerVerifier, ChangeFromAnotherPoint) {
  plan.changes[0].from = 0;
  plan.changes[0].to = 1;
  expectRefused("domain 'd1' changes from point 0 to 1 while it has point 1");
}

TEST_F(PowerVerifier, ChangesAtOnce) {
  plan.changes.push_back({1, 1, 0, 1, 1720, 1770});
  expectRefused("domain 'd1' changes at 1720.00 ns, before its last change");
}

TEST_F(PowerVerifier, ChangeByAForeignCore) {
  plan.changes[0].core = 0;
  expectRefused("core 0 changes the clock of domain 1");
}

TEST_F(PowerVerifier, DependenceNotKept) {
  problem.edges[0].bytes = 30;
  expectRefused("task 1 starts at 1200.00 ns, but what it needs of task 0 is "
                "there at 1320.00 ns");
}

TEST_F(PowerVerifier, OrderNotKept) {
  schedule.placements[1].core = plan.placements[1].core = 0;
  schedule.order = {{1, 0}, {}};
  expectRefused("task 0 starts on core 0 before task 1 ends");
}

TEST_F(PowerVerifier, DeadlineMissed) {
  objective.deadlineNs = 2700;
  expectRefused("the last task ends at 2750.00 ns, after the limit of 2700.00");
}

TEST_F(PowerVerifier, SlowerThanTheSchedule) {
  objective.kind = Objective::Kind::Time;
  expectRefused("after the limit of 2100.00 ns");
}

TEST_F(PowerVerifier, WrongMakespan) {
  plan.makespan = 2700;
  expectRefused("the makespan is given as 2700.00 ns");
}

TEST_F(PowerVerifier, EnergyCountedForTooShort) {
  plan.horizonNs = 2750;
  expectRefused("energies are counted to 2750.00 ns");
}

TEST_F(PowerVerifier, GapTooShortForItsState) {
  plan.gaps[2].state = 1;
  expectRefused("core 1 goes to idle state 'deep' for 250.00 ns");
}

TEST_F(PowerVerifier, StateThatIsNone) {
  plan.gaps[0].state = 2;
  expectRefused("core 0 has no idle state 2");
}

TEST_F(PowerVerifier, SleepInATask) {
  plan.gaps[0].begin = 900;
  expectRefused("what core 0 does at 1000.00 ns begins at 900.00 ns");
}

TEST_F(PowerVerifier, MissingGap) {
  plan.gaps.pop_back();
  expectRefused("core 1 has nothing to do from 2750.00 ns on");
}

TEST_F(PowerVerifier, AsleepWhileItChangesItsClock) {
  // Before its task, so that it is awake for nothing else.
  plan.placements[1] = {1, 1250, 2250 + 1000};
  plan.runs[1] = {{0, 1250, 3250}};
  plan.changes[0] = {1, 1, 1, 0, 1200, 1250};
  plan.makespan = 3250;
  plan.horizonNs = objective.deadlineNs = 3250;
  plan.gaps = {{0, 1000, 3250, 1}, {1, 0, 1250, 1}};
  expectRefused("what core 1 does at 1250.00 ns begins at 1200.00 ns");
}

TEST_F(PowerVerifier, WrongEnergyOfACore) {
  plan.energy[1].running *= 0.9;
  expectRefused("J to run, the plan says");
}

TEST_F(PowerVerifier, WrongEnergyAsleep) {
  plan.energy[0].asleep[1] = 0;
  expectRefused("J asleep, the plan says");
}

TEST_F(PowerVerifier, WrongSum) {
  plan.joules *= 0.9;
  expectRefused("the plan takes");
}

TEST_F(PowerVerifier, EnergyOfAChangeLeftOut) {
  chip.domains[1].changeJoules = 1e-6;
  expectRefused("J to change its clock, the plan says");
}

TEST_F(PowerVerifier, GangBelowTheHighestPoint) {
  problem.tasks[1].gang = 0;
  expectRefused("task 1 of a gang does not run at the highest point");
}

TEST_F(PowerVerifier, LevelThatRepeats) {
  problem.repeats = true;
  expectRefused("the level repeats");
}

} // namespace
