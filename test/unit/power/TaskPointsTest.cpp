// SPDX-License-Identifier: Apache-2.0
//
// Points that change from task to task: what a level comes to by hand, against
// points that stay, and which changes are worth it.
#include "Chips.h"

#include "power/prices/ChoosePrices.h"

#include "gtest/gtest.h"

#include <random>

namespace hocket::power {
namespace {

struct Part {
  scheduling::Problem problem;
  scheduling::Schedule schedule;
  explicit Part(scheduling::Problem given)
      : problem(std::move(given)),
        schedule(scheduling::scheduleBest(problem, {}, {})) {}
  TimedLevel level() const { return {&problem, &schedule, true}; }
};

/// Core 1 has a task that core 0 waits for, and one that nobody does.
Part waitedFor() {
  return Part(pinnedTasks(2, {{1, 500}, {0, 1000}, {1, 100}}, {{0, 1}}));
}

scheduling::Problem randomTasks(std::mt19937 &random) {
  std::vector<std::pair<scheduling::CoreIndex, double>> tasks;
  std::vector<scheduling::Edge> edges;
  for (uint32_t i = 0; i < 12; ++i) {
    tasks.push_back({uint32_t(random() % 3), 100 + double(random() % 900)});
    for (uint32_t before = 0; before < i; ++before)
      if (random() % 6 == 0)
        edges.push_back({before, i});
  }
  scheduling::Problem problem = pinnedTasks(3, tasks, edges);
  problem.syncNs = 10;
  for (scheduling::Task &task : problem.tasks)
    task.memory = task.cost[0] * double(random() % 5) / 10;
  return problem;
}

TEST(TaskPoints, SteadyOnesAreFixedPoints) {
  std::mt19937 random(1);
  const ChipPower chip = chipOf({1, 2}, 50);
  for (int i = 0; i < 200; ++i) {
    Part part(randomTasks(random));
    const std::vector<uint32_t> points = {uint32_t(random() % 2),
                                          uint32_t(random() % 2)};
    FixedPoints fixed(part.level(), chip);
    Taken taken = takenAt(part.level(), chip, points,
                          steadyWishes(part.level(), chip, points));
    const double ns = fixed.makespan(points);
    EXPECT_NEAR(taken.ns, ns, 1e-6 * ns);
    EXPECT_NEAR(taken.joules, fixed.joules(points, ns), 1e-6 * taken.joules);
  }
}

TEST(TaskPoints, GangsAreAsSlowAsTheirSlowest) {
  scheduling::Problem problem = pinnedTasks(2, {{0, 1000}, {1, 1000}});
  problem.tasks[0].gang = problem.tasks[1].gang = 0;
  Part part(problem);
  ChipPower chip = chipOf({1, 1});
  EXPECT_DOUBLE_EQ(takenAt(part.level(), chip, {1, 1}, {{1, 1}, {0, 0}}).ns,
                   2000);
  EXPECT_FALSE(changingWishes(part.level(), chip, {1, 1}));
}

TEST(TaskPoints, ChangesTakeTime) {
  Part part = waitedFor();
  ChipPower chip = chipOf({1, 1}, 20);
  chip.domains[1].changeJoules = 1e-6;
  // Core 1 runs 500 at 4 W, stands still for 20 at 4 W, runs 200 at 1 W, and
  // waits; core 0 waits for 500, and runs 1000.
  Taken taken = takenAt(part.level(), chip, {1, 1}, {{1, 1}, {1, 0, 0}});
  EXPECT_DOUBLE_EQ(taken.ns, 1500);
  EXPECT_DOUBLE_EQ(taken.joules, (1500 * 4 + 520 * 4 + 980 * 1) * 1e-9 + 1e-6);
}

TEST(TaskPoints, AClockTakesTheHighestWish) {
  Part part(pinnedTasks(2, {{0, 1000}, {1, 400}}));
  ChipPower chip = chipOf({2});
  Taken taken = takenAt(part.level(), chip, {1}, {{1, 0}, {0, 0}});
  EXPECT_DOUBLE_EQ(taken.ns, 1000);
  EXPECT_DOUBLE_EQ(taken.joules, 8 * 1000e-9);
  // Core 0 is done at 800, and core 1 has half of its 800 left.
  Part other(pinnedTasks(2, {{0, 800}, {1, 1200}}));
  taken = takenAt(other.level(), chip, {1}, {{1, 0}, {0, 0}});
  EXPECT_DOUBLE_EQ(taken.ns, 800 + 2 * 400);
  EXPECT_DOUBLE_EQ(taken.joules, (8 * 800 + 2 * 800) * 1e-9);
}

TEST(TaskPoints, WhatNobodyWaitsForIsSlower) {
  Part part = waitedFor();
  ChipPower chip = chipOf({1, 1}, 20);
  std::optional<Wishes> wishes = changingWishes(part.level(), chip, {1, 1});
  ASSERT_TRUE(wishes);
  EXPECT_EQ((*wishes)[1], (std::vector<uint32_t>{1, 0, 0}));
  EXPECT_EQ((*wishes)[0].front(), 1u);
}

TEST(TaskPoints, NotForLittle) {
  Part part = waitedFor();
  ChipPower chip = chipOf({1, 1}, 20);
  chip.domains[1].changeJoules = 1;
  EXPECT_FALSE(changingWishes(part.level(), chip, {1, 1}));
  chip = chipOf({1, 1}, 980); // standing still until the end, at 4 W
  EXPECT_FALSE(changingWishes(part.level(), chip, {1, 1}));
  chip = chipOf({1, 1}, 1001); // beyond the end
  EXPECT_FALSE(changingWishes(part.level(), chip, {1, 1}));
  chip = chipOf({2}, 20); // core 0 needs the clock
  EXPECT_FALSE(changingWishes(part.level(), chip, {1}));
}

TEST(TaskPoints, NeverSlowerNeverDearer) {
  std::mt19937 random(2);
  unsigned changing = 0;
  for (int i = 0; i < 50; ++i) {
    Part part(randomTasks(random));
    const ChipPower chip = chipOf({1, 2}, double(random() % 100));
    const std::vector<uint32_t> points = {1, 1};
    std::optional<Wishes> wishes = changingWishes(part.level(), chip, points);
    if (!wishes)
      continue;
    ++changing;
    Taken steady = takenAt(part.level(), chip, points,
                           steadyWishes(part.level(), chip, points));
    Taken taken = takenAt(part.level(), chip, points, *wishes);
    EXPECT_LE(taken.ns, steady.ns * (1 + 1e-9));
    EXPECT_LE(taken.joules, steady.joules * 0.99);
  }
  EXPECT_GT(changing, 10u);
}

TEST(TaskPoints, PricesHaveThem) {
  Part part = waitedFor();
  ChipPower chip = chipOf({1, 1}, 20);
  Prices prices = choosePrices({part.level()}, chip, Objective::Kind::Time,
                               /*isLadder=*/false);
  ASSERT_EQ(prices.parts[0].wishes.size(), 1u);
  EXPECT_DOUBLE_EQ(prices.parts[0].stretch[0], 1);
  TimedLevel plain = part.level();
  plain.mayChange = false;
  EXPECT_TRUE(choosePrices({plain}, chip, Objective::Kind::Time, false)
                  .parts[0]
                  .wishes.empty());
}

TEST(ProgramNs, AddsPartsUp) {
  Prices prices;
  prices.watts = {2, 1};
  prices.parts.resize(2);
  prices.parts[0].stretch = {1, 2};
  prices.parts[1].stretch = {1, 1.5};
  EXPECT_EQ(programNs(prices, {100, 200}), (std::vector<double>{300, 500}));
}

} // namespace
} // namespace hocket::power
