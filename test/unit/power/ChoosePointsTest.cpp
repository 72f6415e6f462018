// SPDX-License-Identifier: Apache-2.0
//
// Plans whose least energy is known by hand.
#include "Chips.h"

#include <gtest/gtest.h>

#include <random>

using namespace hocket::power;
using hocket::scheduling::CoreIndex;
using hocket::scheduling::Problem;

namespace {

const Objective shortest;
const Objective leastEnergy{Objective::Kind::Energy, 0};

TEST(ChoosePoints, TaskIsDividedBetweenTwoPoints) {
  // 1000 ns at 2 GHz, 2000 ns at 1 GHz: half of it at each takes 1500 ns.
  Planned planned =
      planFor(pinnedTasks(1, {{0, 1000}}), chipOf({1}), deadline(1500));
  ASSERT_TRUE(planned.outcome.plan) << planned.outcome.note;
  EXPECT_EQ(planned.wrong(), "");
  EXPECT_NEAR(planned.outcome.plan->joules, (500 * 4 + 1000 * 1) * 1e-9, 1e-15);
  EXPECT_NEAR(planned.outcome.plan->makespan, 1500, 1e-6);
  EXPECT_EQ(planned.outcome.plan->runs[0].size(), 2u);
}

TEST(ChoosePoints, FastestPlanLowersWhatHasTime) {
  // Core 1 has half of core 0's work.
  Planned planned =
      planFor(pinnedTasks(2, {{0, 2000}, {1, 1000}}), chipOf({1, 1}), shortest);
  ASSERT_TRUE(planned.outcome.plan);
  EXPECT_EQ(planned.wrong(), "");
  EXPECT_NEAR(planned.outcome.plan->makespan, 2000, 1e-6);
  EXPECT_NEAR(planned.outcome.plan->joules, (2000 * 4 + 2000 * 1) * 1e-9,
              1e-15);
}

TEST(ChoosePoints, SharedClockKeepsBothFast) {
  Planned planned =
      planFor(pinnedTasks(2, {{0, 2000}, {1, 1000}}), chipOf({2}), shortest);
  ASSERT_TRUE(planned.outcome.plan);
  EXPECT_EQ(planned.wrong(), "");
  // Core 1 sleeps 700 ns for nothing after 300 ns of falling asleep and waking.
  EXPECT_NEAR(planned.outcome.plan->joules,
              (2000 * 4 + 1000 * 4 + 1000 * 0.1) * 1e-9, 1e-15);
}

TEST(ChoosePoints, DependencesLimitWhatIsStretched) {
  // 0 -> 1 -> 2 across cores, 3 beside 1.
  Problem problem = pinnedTasks(2, {{0, 1000}, {1, 1000}, {0, 1000}, {0, 500}},
                                {{0, 1, 0, 0, false}, {1, 2, 0, 0, false}});
  Planned planned = planFor(problem, chipOf({1, 1}), shortest);
  ASSERT_TRUE(planned.outcome.plan);
  EXPECT_EQ(planned.wrong(), "");
  EXPECT_NEAR(planned.outcome.plan->makespan, planned.schedule.makespan, 1e-6);
}

TEST(ChoosePoints, AShortTaskLateInALongLevel) {
  // Its own time is not much more than what the times before it are known to.
  Planned planned =
      planFor(pinnedTasks(1, {{0, 1e10}, {0, 0.1}}), chipOf({1}), leastEnergy);
  ASSERT_TRUE(planned.outcome.plan) << planned.outcome.note;
  EXPECT_EQ(planned.wrong(), "");
  EXPECT_EQ(planned.outcome.plan->method, "trade-off");
}

TEST(ChoosePoints, MemoryTimeDoesNotStretch) {
  Problem problem = pinnedTasks(1, {{0, 1000}});
  problem.tasks[0].memory = 1000;
  Planned planned = planFor(problem, chipOf({1}), shortest);
  ASSERT_TRUE(planned.outcome.plan);
  EXPECT_EQ(planned.wrong(), "");
  EXPECT_NEAR(planned.outcome.plan->joules, 1000 * 1e-9, 1e-15);
}

TEST(ChoosePoints, ChangesThatDoNotPayAreNotMade) {
  Problem problem = pinnedTasks(1, {{0, 1000}});
  Planned planned = planFor(problem, chipOf({1}, 900), deadline(2000));
  ASSERT_TRUE(planned.outcome.plan);
  EXPECT_EQ(planned.wrong(), "");
  EXPECT_TRUE(planned.outcome.plan->changes.empty());
}

TEST(ChoosePoints, RacesToIdleWhereThatIsLess) {
  Problem problem = pinnedTasks(1, {{0, 10000}});
  ChipPower chip = chipOf({1});
  chip.cores[0].watts = {3, 4}; // much of it does not fall with the clock
  Planned racing = planFor(problem, chip, deadline(40000));
  ASSERT_TRUE(racing.outcome.plan);
  EXPECT_EQ(racing.wrong(), "");
  EXPECT_TRUE(racing.outcome.plan->changes.empty());
  ASSERT_EQ(racing.outcome.plan->gaps.size(), 1u);
  EXPECT_EQ(racing.outcome.plan->gaps[0].state, 1u); // deep
  chip.cores[0].states.clear(); // whoever is done waits, awake
  Planned stretched = planFor(problem, chip, deadline(40000));
  ASSERT_TRUE(stretched.outcome.plan);
  EXPECT_EQ(stretched.wrong(), "");
  EXPECT_NEAR(stretched.outcome.plan->joules, 40000 * 3 * 1e-9, 1e-15);
}

TEST(ChoosePoints, LeastEnergyMindsIdlePower) {
  Problem problem = pinnedTasks(1, {{0, 10000}});
  ChipPower chip = chipOf({1});
  EXPECT_NEAR(planFor(problem, chip, leastEnergy).outcome.plan->joules,
              20000 * 1e-9, 1e-15);
  chip.cores[0].watts = {3, 4};
  EXPECT_NEAR(planFor(problem, chip, leastEnergy).outcome.plan->joules,
              10000 * 4 * 1e-9, 1e-15);
}

TEST(ChoosePoints, DeadlineThatCannotBeMet) {
  Planned planned =
      planFor(pinnedTasks(1, {{0, 1000}}), chipOf({1}), deadline(999));
  EXPECT_FALSE(planned.outcome.plan);
  EXPECT_EQ(planned.outcome.fastestNs, 1000);
  EXPECT_NE(planned.outcome.note.find("shorter"), std::string::npos);
}

TEST(ChoosePoints, LevelsThatRepeatAreNotPlanned) {
  Problem problem = pinnedTasks(1, {{0, 1000}});
  problem.repeats = true;
  EXPECT_FALSE(planFor(problem, chipOf({1}), shortest).outcome.plan);
}

TEST(ChoosePoints, GangsRunAtTheHighestPoint) {
  Problem problem = pinnedTasks(2, {{0, 1000}, {1, 500}});
  problem.tasks[0].gang = problem.tasks[1].gang = 0;
  Planned planned = planFor(problem, chipOf({1, 1}), deadline(5000));
  ASSERT_TRUE(planned.outcome.plan);
  EXPECT_EQ(planned.wrong(), "");
  EXPECT_EQ(planned.outcome.plan->runs[0][0].point, 1u);
}

TEST(ChoosePoints, NoTasks) {
  Planned planned = planFor(pinnedTasks(2, {}), chipOf({2}), deadline(5000));
  ASSERT_TRUE(planned.outcome.plan) << planned.outcome.note;
  EXPECT_EQ(planned.wrong(), "");
}

TEST(ChoosePoints, OutOfBudgetThereIsStillAPlan) {
  Problem problem = pinnedTasks(2, {{0, 2000}, {1, 1000}});
  hocket::scheduling::Schedule schedule =
      hocket::scheduling::scheduleBest(problem, {}, {});
  Outcome outcome =
      choosePoints(problem, schedule, chipOf({1, 1}), deadline(5000), Effort{});
  ASSERT_TRUE(outcome.plan);
  EXPECT_NE(outcome.note.find("too large"), std::string::npos);
  EXPECT_NEAR(outcome.plan->joules, (4000 + 2000) * 1e-9, 1e-6);
  EXPECT_EQ(outcome.plan->method, "greedy");
}

Problem randomTasks(CoreIndex cores, std::mt19937_64 &random) {
  std::vector<std::pair<CoreIndex, double>> tasks;
  std::vector<hocket::scheduling::Edge> edges;
  unsigned count = 1 + unsigned(random() % 25);
  for (uint32_t i = 0; i < count; ++i) {
    tasks.push_back({CoreIndex(random() % cores), double(random() % 5000)});
    for (uint32_t j = i > 5 ? i - 5 : 0; j < i; ++j)
      if (random() % 4 == 0)
        edges.push_back({j, i, 0, 0, false});
  }
  Problem problem = pinnedTasks(cores, tasks, edges);
  problem.syncNs = double(random() % 2) * 30;
  for (hocket::scheduling::Task &task : problem.tasks)
    task.memory = random() % 3 == 0 ? task.cost[0] / 2 : 0;
  return problem;
}

TEST(ChoosePoints, RandomPlansPassTheVerifierAndAreNoWorse) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 150; ++i) {
    std::vector<unsigned> domains = {1 + unsigned(random() % 3),
                                     1 + unsigned(random() % 2)};
    ChipPower chip = chipOf(domains, random() % 2 == 0 ? 0 : 150);
    Problem problem = randomTasks(CoreIndex(chip.cores.size()), random);
    hocket::scheduling::Schedule schedule =
        hocket::scheduling::scheduleBest(problem, {}, {});
    for (const Objective &objective :
         {shortest, leastEnergy, deadline(schedule.makespan * 1.2 + 1)}) {
      Outcome outcome = choosePoints(problem, schedule, chip, objective,
                                     {1'000'000, 20'000, 2});
      ASSERT_TRUE(outcome.plan) << i << ": " << outcome.note;
      EXPECT_EQ(outcome.note, "") << i;
      EXPECT_LE(outcome.plan->joules, outcome.highestJoules * (1 + 1e-12)) << i;
    }
  }
}

TEST(ChoosePoints, SameInputSamePlan) {
  std::mt19937_64 random(2);
  Problem problem = randomTasks(3, random);
  ChipPower chip = chipOf({2, 1}, 100);
  double first = planFor(problem, chip, deadline(1e5)).outcome.plan->joules;
  EXPECT_EQ(first, planFor(problem, chip, deadline(1e5)).outcome.plan->joules);
}

} // namespace
