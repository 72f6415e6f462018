// SPDX-License-Identifier: Apache-2.0
//
// The exact search against all schedules there are.
#include "scheduling/search/Exact.h"
#include "Problems.h"
#include "scheduling/Schedulers.h"
#include "scheduling/Verifier.h"
#include "scheduling/search/Bounds.h"
#include "scheduling/search/ScheduleBest.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

#include <limits>

using namespace hocket::scheduling;

namespace {

constexpr uint64_t enough = 10'000'000;
constexpr double never = std::numeric_limits<double>::infinity();

/// Every order of tasks, every core for each.
class Everything {
public:
  explicit Everything(const Problem &problem)
      : problem_(problem), free_(problem.cores),
        placements_(problem.tasks.size()), placed_(problem.tasks.size()) {}

  double shortest() {
    place(0, 0);
    return shortest_;
  }

private:
  void place(size_t count, double makespan) {
    if (makespan >= shortest_)
      return;
    if (count == placements_.size()) {
      shortest_ = makespan;
      return;
    }
    for (TaskIndex task = 0; task < placements_.size(); ++task)
      for (CoreIndex core = 0; core < problem_.cores; ++core)
        if (!placed_[task] &&
            problem_.tasks[task].pinned.value_or(core) == core)
          placeOn(task, core, count, makespan);
  }

  void placeOn(TaskIndex task, CoreIndex core, size_t count, double makespan) {
    double start = free_[core], before = start;
    for (const Edge &edge : problem_.edges) {
      if (edge.to != task)
        continue;
      if (!placed_[edge.from])
        return;
      const Placement &from = placements_[edge.from];
      double moved = 0;
      const bool isNear = problem_.cluster[from.core] == problem_.cluster[core];
      double waits = isNear ? problem_.syncNs : problem_.syncAcrossNs;
      double each = isNear ? problem_.nsPerByte : problem_.nsPerByteAcross;
      if (!isNear && !problem_.links.empty()) {
        waits = problem_.links.front().syncNs; // of the only two clusters
        each = problem_.links.front().nsPerByte;
      }
      if (from.core != core)
        moved = waits + double(edge.bytes) * each;
      start = std::max(start, from.end + moved);
    }
    double end = start + problem_.tasks[task].cost[core];
    placements_[task] = {core, start, end};
    placed_[task] = true;
    free_[core] = end;
    place(count + 1, std::max(makespan, end));
    free_[core] = before;
    placed_[task] = false;
  }

  const Problem &problem_;
  std::vector<double> free_;
  std::vector<Placement> placements_;
  std::vector<bool> placed_;
  double shortest_ = never;
};

class Exact : public testing::TestWithParam<uint64_t> {};

TEST_P(Exact, NothingIsShorter) {
  uint64_t seed = GetParam();
  Problem problem = randomProblem(
      seed, {unsigned(3 + seed % 4), 6, CoreIndex(2 + seed % 2), false, 0});
  for (Edge &edge : problem.edges)
    edge.onlyOnSameCore = false;
  double shortest = Everything(problem).shortest();
  ExactResult exact = searchExactly(Graph(problem), never, enough);
  ASSERT_TRUE(exact.isProven);
  EXPECT_NEAR(exact.schedule->makespan, shortest, 1e-6);
  exact.schedule->syncs = reduceSyncs(problem, *exact.schedule);
  EXPECT_EQ(llvm::join(verify(problem, *exact.schedule), "\n"), "");
  EXPECT_LE(lowerBound(Graph(problem)), shortest * (1 + 1e-9));
  // It says so if there is nothing better.
  exact = searchExactly(Graph(problem), shortest, enough);
  EXPECT_TRUE(exact.isProven && !exact.schedule);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Exact, testing::Range<uint64_t>(1, 121));

TEST(ExactSearch, GivesUpAfterSoManySteps) {
  Problem problem = randomProblem(3, {40, 60, 4, false, 0});
  for (Edge &edge : problem.edges)
    edge.onlyOnSameCore = false;
  EXPECT_FALSE(searchExactly(Graph(problem), never, 100).isProven);
}

TEST(ExactSearch, LeavesAloneWhatItDoesNotUnderstand) {
  Problem problem = equalCores(2, {10, 10}, {{0, 1, 0, 0, true}});
  EXPECT_FALSE(searchExactly(Graph(problem), never, enough).isProven);
  problem = equalCores(2, {10, 10}, {}, true);
  EXPECT_FALSE(searchExactly(Graph(problem), never, enough).isProven);
  problem = equalCores(2, {10, 10}, {});
  for (TaskIndex core : {0, 1}) {
    problem.tasks[core].pinned = core;
    problem.tasks[core].gang = 0;
  }
  EXPECT_FALSE(searchExactly(Graph(problem), never, enough).isProven);
}

TEST(ExactSearch, ProvesWhatTheBoundDoesNot) {
  // Three tasks for two cores: half of one is no schedule.
  Problem problem = equalCores(2, {10, 10, 10}, {});
  problem.tasks[0].cost = problem.tasks[1].cost = {9.5, 9.5};
  EXPECT_DOUBLE_EQ(lowerBound(Graph(problem)), 14.5);
  Schedule best = scheduleBest(problem, {}, {0, enough, 0});
  EXPECT_DOUBLE_EQ(best.makespan, 19);
  EXPECT_DOUBLE_EQ(best.lowerBound, 19);
}

} // namespace
