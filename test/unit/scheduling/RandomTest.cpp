// SPDX-License-Identifier: Apache-2.0
//
// Random problems through every algorithm: the verifier accepts the result,
// the reduction of waits leaves none too many, and the result is the same
// every time.
#include "Problems.h"
#include "scheduling/Schedulers.h"
#include "scheduling/Verifier.h"
#include "scheduling/search/ScheduleBest.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace hocket::scheduling;

namespace {

class Random : public testing::TestWithParam<uint64_t> {
protected:
  RandomShape shape() const {
    uint64_t seed = GetParam();
    RandomShape shape;
    shape.tasks = 1 + seed * 7 % 60;
    shape.edges = shape.tasks * (1 + seed % 5);
    shape.cores = 1 + seed % 9;
    shape.repeats = seed % 2;
    shape.gangs = seed % 4;
    return shape;
  }
};

TEST_P(Random, EveryAlgorithmPassesTheVerifier) {
  Problem problem = randomProblem(GetParam(), shape());
  ASSERT_EQ(llvm::join(check(problem), "\n"), "");
  for (const Algorithm &algorithm : algorithms()) {
    Schedule schedule = algorithm.run(problem);
    schedule.syncs = reduceSyncs(problem, schedule);
    EXPECT_EQ(llvm::join(verify(problem, schedule), "\n"), "")
        << algorithm.name << ", seed " << GetParam();
  }
}

TEST_P(Random, NoSyncCanBeLeftOut) {
  Problem problem = randomProblem(GetParam(), shape());
  Schedule schedule = scheduleBest(problem);
  for (size_t i = 0; i < schedule.syncs.size(); ++i) {
    Schedule without = schedule;
    without.syncs.erase(without.syncs.begin() + i);
    EXPECT_FALSE(verify(problem, without).empty())
        << "sync " << i << ", seed " << GetParam();
  }
}

TEST_P(Random, SameInputSameBytes) {
  Problem problem = randomProblem(GetParam(), shape());
  Schedule first = scheduleBest(problem), second = scheduleBest(problem);
  EXPECT_EQ(toJson(problem, &first), toJson(problem, &second));
}

INSTANTIATE_TEST_SUITE_P(Seeds, Random, testing::Range<uint64_t>(1, 61));

TEST(LargeProblems, AreScheduledWhole) {
  for (bool repeats : {false, true}) {
    Problem problem = randomProblem(7, {500, 5000, 16, repeats});
    Schedule schedule = scheduleBest(problem);
    EXPECT_EQ(schedule.placements.size(), 500u);
    EXPECT_EQ(llvm::join(verify(problem, schedule), "\n"), "");
  }
}

TEST(LargeProblems, TakeTimeAndMemoryInProportion) {
  // A table of all pairs of tasks would take a gigabyte.
  Problem problem = randomProblem(7, {30000, 60000, 32, true, 0});
  Schedule schedule = scheduleBest(problem, {}, {});
  EXPECT_EQ(llvm::join(verify(problem, schedule), "\n"), "");
}

} // namespace
