// SPDX-License-Identifier: Apache-2.0
//
// Points for parts at prices of time: against all vectors of points, and by
// hand.
#include "Chips.h"

#include "power/prices/ChoosePrices.h"

#include "gtest/gtest.h"

#include <cmath>

namespace hocket::power {
namespace {

using Kind = Objective::Kind;

/// A problem with its schedule, that levels can point to.
struct Part {
  scheduling::Problem problem;
  scheduling::Schedule schedule;
  explicit Part(scheduling::Problem given)
      : problem(std::move(given)),
        schedule(scheduling::scheduleBest(problem, {}, {})) {}
  TimedLevel level() const { return {&problem, &schedule}; }
};

/// Two clocks of one core each, with more points than chipOf has.
ChipPower finerChip() {
  ChipPower chip = chipOf({1, 1});
  for (DomainPower &domain : chip.domains)
    domain.hertz = {0.5e9, 1e9, 1.5e9, 2e9};
  chip.cores[0].watts = {0.4, 1, 2.1, 4};
  chip.cores[1].watts = {0.2, 0.5, 0.9, 1.6};
  return chip;
}

TEST(FixedPoints, TimeFollowsTheClock) {
  Part part(pinnedTasks(2, {{0, 1000}, {1, 600}, {1, 100}}, {{0, 2}}));
  ChipPower chip = chipOf({1, 1});
  FixedPoints fixed(part.level(), chip);
  EXPECT_DOUBLE_EQ(fixed.makespan({1, 1}), 1100);
  EXPECT_DOUBLE_EQ(fixed.makespan({0, 1}), 2100);
  EXPECT_DOUBLE_EQ(fixed.makespan({1, 0}), 1400);
  // Both awake all the time.
  EXPECT_DOUBLE_EQ(fixed.joules({1, 0}, 1400), 5 * 1400e-9);
}

TEST(FixedPoints, MemoryDoesNot) {
  scheduling::Problem problem = pinnedTasks(1, {{0, 1000}});
  problem.tasks[0].memory = 400;
  Part part(problem);
  ChipPower chip = chipOf({1});
  EXPECT_DOUBLE_EQ(FixedPoints(part.level(), chip).makespan({0}), 1600);
}

TEST(FixedPoints, AGangIsAsSlowAsItsSlowest) {
  scheduling::Problem problem = pinnedTasks(2, {{0, 1000}, {1, 1000}});
  problem.tasks[0].gang = problem.tasks[1].gang = 0;
  problem.tasks.push_back(problem.tasks[0]);
  problem.tasks.back().gang.reset();
  problem.edges = {{0, 2}};
  Part part(problem);
  ChipPower chip = chipOf({1, 1});
  EXPECT_DOUBLE_EQ(FixedPoints(part.level(), chip).makespan({1, 0}), 3000);
}

TEST(FixedPoints, WhoRunsNothingSleeps) {
  PlainLevel alone(3, 1);
  ChipPower chip = chipOf({1, 2});
  FixedPoints fixed(alone.level(), chip);
  EXPECT_EQ(fixed.runs(), (std::vector<bool>{true, false}));
  EXPECT_DOUBLE_EQ(fixed.joules({1, 1}, 1e9), 4); // deep sleep is for nothing
  chip.cores[1].states.clear();
  EXPECT_DOUBLE_EQ(FixedPoints(alone.level(), chip).joules({1, 0}, 1e9), 5);
}

TEST(FixedPoints, OneSupply) {
  PlainLevel all(2, 2);
  ChipPower chip = withSupply(chipOf({1, 1}));
  FixedPoints fixed(all.level(), chip);
  EXPECT_DOUBLE_EQ(fixed.joules({0, 0}, 1e9), 2);
  EXPECT_DOUBLE_EQ(fixed.joules({0, 1}, 1e9), 2 + 4);
  // A clock of which the program has no core is as high as it was found.
  PlainLevel alone(1, 1);
  chip.cores.pop_back();
  EXPECT_DOUBLE_EQ(FixedPoints(alone.level(), chip).joules({0, 0}, 1e9), 2);
}

TEST(FixedPoints, OneSupplyWhileAClockChanges) {
  ChipPower chip = withSupply(chipOf({1, 1}));
  ChipWatts watts(chip, {true, true});
  // The one that changes at the more costly of its points; the other at the
  // voltage that the change needs.
  EXPECT_DOUBLE_EQ(watts.at({1, 0}, {0, 0}), 4 + 2);
  EXPECT_DOUBLE_EQ(watts.at({0, 0}, {0, 0}), 2);
}

TEST(Prices, TimeLowersWhatIsNotCritical) {
  // The second core has half the work.
  Part part(pinnedTasks(2, {{0, 1000}, {1, 500}}));
  ChipPower chip = chipOf({1, 1});
  Prices prices = choosePrices({part.level()}, chip, Kind::Time, false);
  ASSERT_EQ(prices.watts.size(), 1u);
  EXPECT_EQ(prices.parts[0].points[0], (std::vector<uint32_t>{1, 0}));
  EXPECT_DOUBLE_EQ(prices.parts[0].stretch[0], 1);
}

TEST(Prices, EnergyCountsWhatSleepsMeanwhile) {
  // 1 W at half the clock, 4 W at the whole: stretching saves half.
  PlainLevel alone(1, 1);
  ChipPower chip = chipOf({1});
  Prices prices = choosePrices({alone.level()}, chip, Kind::Energy, false);
  EXPECT_EQ(prices.parts[0].points[0], (std::vector<uint32_t>{0}));
  // A core beside it that never sleeps below 3 W changes that.
  ChipPower hot = chipOf({1, 1});
  hot.cores[1].states = {{"poor", 0, 0, 0, 3}};
  PlainLevel beside(2, 1);
  prices = choosePrices({beside.level()}, hot, Kind::Energy, false);
  EXPECT_EQ(prices.parts[0].points[0][0], 1u);
  // Not where it would sleep as long in any case.
  prices = choosePrices({beside.level()}, hot, Kind::Time, true);
  EXPECT_EQ(prices.parts[0].points.back()[0], 0u);
}

/// Least of joules over a sleeping chip and the price of time, of all vectors.
double leastCost(const Part &part, const ChipPower &chip, double watts) {
  FixedPoints fixed(part.level(), chip);
  double least = 1e300;
  for (uint32_t a = 0; a < chip.domains[0].hertz.size(); ++a)
    for (uint32_t b = 0; b < chip.domains[1].hertz.size(); ++b) {
      double ns = fixed.makespan({a, b});
      least = std::min(least, fixed.joules({a, b}, ns) + watts * ns * 1e-9);
    }
  return least;
}

TEST(Prices, AsGoodAsAllVectorsOfPoints) {
  ChipPower chip = finerChip();
  Part balanced(pinnedTasks(2, {{0, 1000}, {1, 1000}}));
  Part uneven(pinnedTasks(2, {{0, 1000}, {1, 700}, {0, 50}}, {{1, 2}}));
  Part chain(pinnedTasks(2, {{0, 1000}, {1, 400}, {0, 200}}, {{0, 1}, {1, 2}}));
  Prices prices = choosePrices(
      {balanced.level(), uneven.level(), chain.level()}, chip, Kind::Time,
      /*isLadder=*/true);
  ASSERT_GT(prices.watts.size(), 3u);
  const Part *parts[] = {&balanced, &uneven, &chain};
  for (size_t p = 0; p < 3; ++p)
    for (size_t i = 1; i < prices.watts.size(); ++i) {
      const PricedPart &got = prices.parts[p];
      double cost = got.joules[i] + prices.watts[i] * got.ns[i] * 1e-9;
      double best = leastCost(*parts[p], chip, prices.watts[i]);
      EXPECT_LE(cost, best * 1.0001) << p << ", price " << i;
    }
}

TEST(Prices, TheDearestFirst) {
  ChipPower chip = finerChip();
  Part part(pinnedTasks(2, {{0, 1000}, {1, 1000}}));
  PlainLevel alone(2, 1);
  Prices prices = choosePrices({alone.level(), part.level()}, chip, Kind::Time,
                               /*isLadder=*/true);
  EXPECT_TRUE(std::isinf(prices.watts.front()));
  EXPECT_EQ(prices.usual, 0u);
  for (const PricedPart &one : prices.parts) {
    EXPECT_DOUBLE_EQ(one.stretch.front(), 1);
    for (size_t i = 1; i < prices.watts.size(); ++i) {
      EXPECT_LT(prices.watts[i], prices.watts[i - 1]);
      EXPECT_GE(one.stretch[i], one.stretch[i - 1]);
      EXPECT_LE(one.joules[i], one.joules[i - 1]);
    }
  }
  // The objective's own price among them.
  Prices alike = choosePrices({alone.level(), part.level()}, chip, Kind::Energy,
                              /*isLadder=*/true);
  Prices one = choosePrices({alone.level(), part.level()}, chip, Kind::Energy,
                            /*isLadder=*/false);
  for (size_t p = 0; p < 2; ++p)
    EXPECT_EQ(alike.parts[p].points[alike.usual], one.parts[p].points[0]);
}

TEST(Prices, WhatTakesNoTime) {
  Part part(pinnedTasks(1, {{0, 0}}));
  Prices prices = choosePrices({part.level()}, chipOf({1}), Kind::Time, true);
  EXPECT_DOUBLE_EQ(prices.parts[0].stretch[0], 1);
}

TEST(Prices, NoMoreThanTheRuntimeTakes) {
  ChipPower chip = chipOf({1});
  chip.domains[0].hertz.clear();
  chip.cores[0].watts.clear();
  for (int i = 1; i <= 100; ++i) {
    chip.domains[0].hertz.push_back(i * 2e7);
    chip.cores[0].watts.push_back(std::pow(i * 0.02, 3));
  }
  PlainLevel alone(1, 1);
  Prices prices = choosePrices({alone.level()}, chip, Kind::Time, true);
  EXPECT_EQ(prices.watts.size(), 32u);
  EXPECT_EQ(prices.parts[0].points.front()[0], 99u);
  EXPECT_EQ(prices.parts[0].points.back()[0], 0u);
}

} // namespace
} // namespace hocket::power
