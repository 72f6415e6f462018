// SPDX-License-Identifier: Apache-2.0
//
// How fast cores were, from planned and measured times of chunks.
#include "trace/MeasuredSpeeds.h"

#include "gtest/gtest.h"

using namespace hocket::trace;

namespace {

using Speeds = std::map<unsigned, double>;

Plan planOf(const std::vector<PlannedCore> &cores) {
  Plan plan;
  plan.cores = cores;
  return plan;
}

/// Chunk k of a loop, on core k: what was planned, and what it took.
RegionComparison loop(const char *name,
                      const std::vector<std::pair<double, double>> &chunks) {
  RegionComparison region;
  for (uint32_t k = 0; k < chunks.size(); ++k)
    region.tasks.push_back({std::string(name) + " [" + std::to_string(k + 1) +
                                "/" + std::to_string(chunks.size()) + "]",
                            k, k, chunks[k].first, chunks[k].second, 10});
  return region;
}

} // namespace

TEST(MeasuredSpeeds, EachLoopHasAFactorOfItsOwn) {
  // The first takes three times what was guessed, the second half of it.
  const std::vector<RegionComparison> loops = {
      loop("loop a.c:1", {{100, 300}, {100, 600}}),
      loop("loop a.c:2", {{200, 100}, {100, 100}})};
  EXPECT_EQ(measuredSpeeds(planOf({{0, 1}, {1, 1}}), {}, loops),
            (Speeds{{0, 1}, {1, 0.5}}));
}

TEST(MeasuredSpeeds, WhatThePlanKnewStays) {
  const std::vector<RegionComparison> loops = {
      loop("loop a.c:1", {{100, 100}, {100, 100}})};
  EXPECT_EQ(measuredSpeeds(planOf({{4, 0.6}, {2, 1}}), {}, loops),
            (Speeds{{4, 0.6}, {2, 1}}));
}

TEST(MeasuredSpeeds, ProcessorsAreThoseOfTheRun) {
  const std::vector<RegionComparison> loops = {
      loop("loop a.c:1", {{100, 100}, {100, 200}})};
  Trace trace;
  trace.cores.resize(2);
  trace.cores[0].processor = 1;
  trace.cores[1].processor = 0;
  const Plan plan = planOf({{0, 1}, {1, 1}});
  EXPECT_EQ(measuredSpeeds(plan, trace, loops), (Speeds{{0, 0.5}, {1, 1}}));
  trace.cores[1].processor = 1;
  EXPECT_TRUE(measuredSpeeds(plan, trace, loops).empty());
}

TEST(MeasuredSpeeds, EachCoreHasToHaveAPart) {
  RegionComparison calls;
  calls.tasks = {{"call f", 0, 0, 100, 200, 1}, {"call g", 1, 1, 100, 100, 1}};
  EXPECT_TRUE(measuredSpeeds(planOf({{0, 1}, {1, 1}}), {}, {calls}).empty());
  const std::vector<RegionComparison> ofTwo = {
      loop("loop a.c:1", {{100, 100}, {100, 200}})};
  EXPECT_TRUE(
      measuredSpeeds(planOf({{0, 1}, {1, 1}, {2, 1}}), {}, ofTwo).empty());
  EXPECT_TRUE(measuredSpeeds(planOf({}), {}, ofTwo).empty());
}
