// SPDX-License-Identifier: Apache-2.0
//
// The searches: what they predict of moves is what comes, what they find passes
// the verifier and is no longer than what they begin with.
#include "Problems.h"
#include "scheduling/Schedulers.h"
#include "scheduling/Verifier.h"
#include "scheduling/search/Bounds.h"
#include "scheduling/search/LocalSearch.h"
#include "scheduling/search/Moves.h"
#include "scheduling/search/ScheduleBest.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace hocket::scheduling;

namespace {

constexpr Effort little{200'000, 2'000, 0};

RandomShape shapeOf(uint64_t seed) {
  RandomShape shape;
  shape.tasks = unsigned(2 + seed * 7 % 40);
  shape.edges = unsigned(shape.tasks * (1 + seed % 4));
  shape.cores = CoreIndex(2 + seed % 5);
  shape.repeats = seed % 4 == 3;
  shape.gangs = unsigned(seed % 3);
  return shape;
}

std::string mistakesOf(const Problem &problem, Schedule schedule) {
  schedule.syncs = reduceSyncs(problem, schedule);
  return llvm::join(verify(problem, schedule), "\n");
}

class Search : public testing::TestWithParam<uint64_t> {
protected:
  Problem problem = randomProblem(GetParam(), shapeOf(GetParam()));
};

TEST_P(Search, MovesBecomeWhatIsPredicted) {
  Graph graph(problem);
  Sequences sequences(graph);
  MoveFinder finder(sequences);
  std::vector<Move> moves;
  for (TaskIndex task = 0; task < problem.tasks.size(); ++task) {
    sequences.take(scheduleHeft(problem));
    if (problem.tasks[task].gang)
      continue;
    finder.find(task, moves);
    for (const Move &move : moves) {
      sequences.take(scheduleHeft(problem));
      sequences.move(move.task, move.core, move.after);
      EXPECT_NEAR(sequences.makespan(), move.makespan, 1e-6)
          << "task " << task << " to core " << move.core;
      EXPECT_EQ(mistakesOf(problem, sequences.schedule("moved")), "");
    }
  }
}

TEST_P(Search, ExchangesAreRightOrUndone) {
  Graph graph(problem);
  Sequences sequences(graph);
  sequences.take(scheduleEtfCp(problem));
  std::mt19937_64 random(GetParam());
  for (int i = 0; i < 50; ++i) {
    TaskIndex a = TaskIndex(random() % problem.tasks.size());
    TaskIndex b = TaskIndex(random() % problem.tasks.size());
    if (problem.tasks[a].pinned || problem.tasks[b].pinned ||
        sequences.core(a) == sequences.core(b))
      continue;
    double before = sequences.makespan();
    if (!sequences.exchange(a, b)) {
      EXPECT_DOUBLE_EQ(sequences.makespan(), before);
    }
    EXPECT_EQ(mistakesOf(problem, sequences.schedule("exchanged")), "");
  }
}

TEST_P(Search, IsNoWorseThanTheListsAndNoBetterThanTheBound) {
  Schedule best = scheduleBest(problem, {}, little);
  EXPECT_EQ(llvm::join(verify(problem, best), "\n"), "");
  for (const Algorithm &algorithm : algorithms())
    EXPECT_LE(best.period, algorithm.run(problem).period * (1 + 1e-9))
        << algorithm.name;
  EXPECT_GE(best.period, lowerBound(Graph(problem)) * (1 - 1e-9));
}

TEST_P(Search, SameInputSameBytes) {
  Schedule first = scheduleBest(problem, {}, little);
  Schedule second = scheduleBest(problem, {}, little);
  EXPECT_EQ(toJson(problem, &first), toJson(problem, &second));
}

INSTANTIATE_TEST_SUITE_P(Seeds, Search, testing::Range<uint64_t>(1, 81));

TEST(Searches, FindWhatListsMiss) {
  // 7 + 3 and 6 + 4, and 5 + 5: longest first gives 7 + 4 and 6 + 5.
  Problem problem = equalCores(3, {7, 6, 5, 5, 4, 3}, {});
  double best = scheduleBest(problem, {}, {0, 0, 0}).makespan;
  EXPECT_DOUBLE_EQ(best, 10);
  problem = equalCores(2, {3, 3, 2, 2, 2}, {});
  EXPECT_DOUBLE_EQ(scheduleBest(problem, {}, {0, 0, 0}).makespan, 7);
  EXPECT_DOUBLE_EQ(scheduleBest(problem, {}, little).makespan, 6);
}

TEST(Searches, StopWhereNothingIsToBeGained) {
  // 1 % more than the bound is not worth other cores for the same data.
  Problem problem = equalCores(2, {300, 300, 200, 202, 200}, {});
  Effort modest = little;
  modest.leastGain = 0.2;
  EXPECT_NE(scheduleBest(problem, {}, modest).algorithm, "search");
  EXPECT_EQ(scheduleBest(problem, {}, little).algorithm, "search");
}

TEST(Bounds, LongestPathAndWorkAndBoth) {
  EXPECT_DOUBLE_EQ(lowerBound(Graph(equalCores(2, {5, 6}, {{0, 1, 100, 0}}))),
                   11);
  EXPECT_DOUBLE_EQ(lowerBound(Graph(equalCores(2, {5, 6, 7}, {}))), 9);
  // Four tasks between a first and a last one.
  EXPECT_DOUBLE_EQ(lowerBound(Graph(equalCores(2, {5, 8, 8, 8, 8, 5},
                                               {{0, 1, 0, 0},
                                                {0, 2, 0, 0},
                                                {0, 3, 0, 0},
                                                {0, 4, 0, 0},
                                                {1, 5, 0, 0},
                                                {2, 5, 0, 0},
                                                {3, 5, 0, 0},
                                                {4, 5, 0, 0}}))),
                   26);
}

TEST(Bounds, FasterCoresTakeMoreOfTheWork) {
  // Core 1 is three times as fast: of 120 ns on core 0 it does 90.
  Problem problem = equalCores(2, std::vector<double>(4, 30), {});
  for (Task &task : problem.tasks)
    task.cost[1] = 10;
  EXPECT_DOUBLE_EQ(lowerBound(Graph(problem)), 30);
}

TEST(Bounds, PinnedWorkStays) {
  Problem problem = equalCores(2, {10, 10, 10}, {{0, 1, 5, 0}});
  problem.tasks[0].pinned = problem.tasks[2].pinned = 0;
  EXPECT_DOUBLE_EQ(lowerBound(Graph(problem)), 20);
  problem.tasks[1].pinned = 1;
  EXPECT_DOUBLE_EQ(lowerBound(Graph(problem)), 25);
}

} // namespace
