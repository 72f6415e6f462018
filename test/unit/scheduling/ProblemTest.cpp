// SPDX-License-Identifier: Apache-2.0
//
// check(), reduceSyncs() on small cases, and JSON both ways.
#include "Problems.h"
#include "scheduling/Schedulers.h"
#include "scheduling/search/ScheduleBest.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

#include <limits>

using namespace hocket::scheduling;

namespace {

std::string wrong(const Problem &problem) {
  return llvm::join(check(problem), "\n");
}

TEST(Check, NamesEachMistake) {
  Problem good = equalCores(2, {1, 1}, {{0, 1, 0, 0}});
  EXPECT_EQ(wrong(good), "");
  Problem p = good;
  p.tasks[1].cost.pop_back();
  EXPECT_EQ(wrong(p), "task 1 has 1 costs for 2 cores");
  p = good;
  p.tasks[0].cost[1] = -1;
  EXPECT_EQ(wrong(p), "task 0 has a cost of -1.00");
  p = good;
  p.tasks[0].cost[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(wrong(p), "");
  p = good;
  p.tasks[0].pinned = 2;
  EXPECT_EQ(wrong(p), "task 0 is pinned to core 2 of 2");
  p = good;
  p.tasks[1].memory = 1.5;
  EXPECT_EQ(wrong(p), "task 1 waits for memory 1.50 of 1.00 ns");
  p = good;
  p.tasks[1].preferred = 9;
  EXPECT_EQ(wrong(p), "task 1 prefers core 9 of 2");
  p = good;
  p.tasks[0].gang = p.tasks[1].gang = 3;
  p.tasks[0].pinned = p.tasks[1].pinned = 0;
  EXPECT_EQ(wrong(p), "task 1 of gang 3 has no core of its own\n"
                      "edge 0 -> 1 lies within gang 3");
  p.tasks[1].pinned = std::nullopt;
  p.edges.clear();
  EXPECT_EQ(wrong(p), "task 1 of gang 3 has no core of its own");
  p = good;
  p.edges[0] = {1, 0, 0, 0};
  EXPECT_EQ(wrong(p), "edge 1 -> 0 goes backwards");
  p.edges[0] = {1, 1, 0, 0};
  EXPECT_EQ(wrong(p), "edge 1 -> 1 goes backwards");
  p.edges[0] = {0, 7, 0, 0};
  EXPECT_EQ(wrong(p), "edge 0 -> 7 names a task that does not exist");
  p.edges[0] = {1, 0, 0, 1};
  EXPECT_EQ(wrong(p), "edge 1 -> 0 is carried, but the level does not repeat");
  p.repeats = true;
  EXPECT_EQ(wrong(p), "");
  p.edges[0].distance = 2;
  EXPECT_EQ(wrong(p), "edge 1 -> 0 has distance 2");
  p = good;
  p.syncNs = -1;
  EXPECT_EQ(wrong(p), "a communication cost is -1.00");
  p = good;
  p.cores = 0;
  EXPECT_NE(wrong(p).find("there are no cores"), std::string::npos);
}

/// Places each task on the given core, all in index order; times are not
/// looked at by reduceSyncs.
Schedule placed(const Problem &problem, std::vector<CoreIndex> cores) {
  Schedule schedule;
  schedule.order.resize(problem.cores);
  for (TaskIndex task = 0; task < cores.size(); ++task) {
    schedule.placements.push_back({cores[task], 0, 0});
    schedule.order[cores[task]].push_back(task);
  }
  return schedule;
}

using Syncs = std::vector<Sync>;

TEST(ReduceSyncs, EdgesWithinACoreNeedNone) {
  Problem p = equalCores(2, {1, 1}, {{0, 1, 0, 0}});
  EXPECT_EQ(reduceSyncs(p, placed(p, {1, 1})), Syncs{});
}

TEST(ReduceSyncs, WhatIsEachCoresOwnNeedsNone) {
  Problem p = equalCores(2, {1, 1}, {{0, 1, 0, 0, true}});
  EXPECT_EQ(reduceSyncs(p, placed(p, {0, 1})), Syncs{});
}

TEST(ReduceSyncs, OneOfSeveralEdgesBetweenTwoTasks) {
  Problem p = equalCores(2, {1, 1}, {{0, 1, 8, 0}, {0, 1, 16, 0}});
  EXPECT_EQ(reduceSyncs(p, placed(p, {0, 1})), (Syncs{{0, 1, 0}}));
}

TEST(ReduceSyncs, AnEarlierWaitForALaterTaskCoversTheRest) {
  // 0, 1 on core 0, then 2, 3 on core 1: 1 -> 2 implies 0 -> 2, 0 -> 3, 1 -> 3.
  Problem p =
      equalCores(2, {1, 1, 1, 1},
                 {{0, 2, 0, 0}, {0, 3, 0, 0}, {1, 2, 0, 0}, {1, 3, 0, 0}});
  EXPECT_EQ(reduceSyncs(p, placed(p, {0, 0, 1, 1})), (Syncs{{1, 2, 0}}));
}

TEST(ReduceSyncs, AChainOverAThirdCoreCoversTheDirectEdge) {
  Problem p =
      equalCores(3, {1, 1, 1}, {{0, 1, 0, 0}, {1, 2, 0, 0}, {0, 2, 0, 0}});
  EXPECT_EQ(reduceSyncs(p, placed(p, {0, 1, 2})),
            (Syncs{{0, 1, 0}, {1, 2, 0}}));
}

TEST(ReduceSyncs, AnEdgeOfThisRepetitionCoversTheCarriedOne) {
  // 0 on core 0 comes round again before 1 of the next repetition.
  Problem p = equalCores(2, {1, 1}, {{0, 1, 0, 0}, {0, 1, 0, 1}}, true);
  EXPECT_EQ(reduceSyncs(p, placed(p, {0, 1})), (Syncs{{0, 1, 0}}));
}

TEST(ReduceSyncs, CarriedEdgesCoverEachOther) {
  // 3 -> 0 covers all: core 1 runs 2 before 3, core 0 runs 0 before 1.
  Problem p = equalCores(2, {1, 1, 1, 1},
                         {{2, 0, 0, 1}, {2, 1, 0, 1}, {3, 0, 0, 1}}, true);
  EXPECT_EQ(reduceSyncs(p, placed(p, {0, 0, 1, 1})), (Syncs{{3, 0, 1}}));
}

TEST(ReduceSyncs, WithoutRepetitionNothingWraps) {
  Problem p = equalCores(2, {1, 1, 1}, {{0, 1, 0, 0}, {0, 2, 0, 0}});
  EXPECT_EQ(reduceSyncs(p, placed(p, {0, 1, 1})), (Syncs{{0, 1, 0}}));
}

TEST(ReduceSyncs, StencilWaitsForItsNeighboursOnly) {
  // Two loops of three chunks over each other's halos, one per core.
  Problem p = equalCores(3, std::vector<double>(6, 1), {}, true);
  for (TaskIndex a = 0; a < 3; ++a)
    for (TaskIndex b = 0; b < 3; ++b)
      if (a + 1 >= b && a <= b + 1) {
        p.edges.push_back({a, 3 + b, 0, 0});
        p.edges.push_back({3 + a, b, 0, 1});
      }
  Syncs syncs = reduceSyncs(p, placed(p, {0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(syncs, (Syncs{{0, 4, 0},
                          {1, 3, 0},
                          {1, 5, 0},
                          {2, 4, 0},
                          {3, 1, 1},
                          {4, 0, 1},
                          {4, 2, 1},
                          {5, 1, 1}}));
}

TEST(Json, RoundTrip) {
  Problem problem = randomProblem(11, {20, 40, 4, true, 1});
  problem.tasks[1].memory = 0.25;
  problem.tasks[0].name = "loop \"a\\b\".c:1\n\xc3\xa9";
  problem.edges.push_back({0, 1, 0xffffffffffffffffull, 1, true});
  Schedule schedule = scheduleBest(problem);
  std::string text = toJson(problem, &schedule);
  Problem problemBack;
  std::optional<Schedule> scheduleBack;
  std::string error;
  ASSERT_TRUE(fromJson(text, problemBack, scheduleBack, error)) << error;
  ASSERT_TRUE(scheduleBack);
  EXPECT_EQ(toJson(problemBack, &*scheduleBack), text);
  EXPECT_EQ(problemBack.edges, problem.edges);
  EXPECT_EQ(problemBack.tasks[0].name, problem.tasks[0].name);
  EXPECT_EQ(problemBack.tasks[1].memory, 0.25);
  EXPECT_EQ(problemBack.tasks.back().gang, problem.tasks.back().gang);
  EXPECT_EQ(scheduleBack->syncs, schedule.syncs);
  EXPECT_EQ(scheduleBack->order, schedule.order);
  EXPECT_EQ(scheduleBack->period, schedule.period);
}

TEST(Json, OneCostIsThatOnEachCore) {
  Problem problem;
  std::optional<Schedule> schedule;
  std::string error, text = R"({"problem": {"tasks": [{"name": "", "cost": 3},
      {"name": "", "cost": [1, 2]}], "edges": [], "cores": 2, "cluster": [0, 0],
      "repeats": false, "syncNs": 0, "syncAcrossNs": 0, "nsPerByte": 0,
      "nsPerByteAcross": 0}})";
  ASSERT_TRUE(fromJson(text, problem, schedule, error)) << error;
  EXPECT_EQ(problem.tasks[0].cost, (std::vector<double>{3, 3}));
  EXPECT_EQ(problem.tasks[1].cost, (std::vector<double>{1, 2}));
  // So written, too: whole numbers, others, and very large ones.
  for (double cost : {0.0, 3.0, 0.1, 1e15, 123456789012345678.0, 1e300}) {
    problem.tasks[0].cost = {cost, cost};
    std::optional<Schedule> none;
    Problem back;
    ASSERT_TRUE(fromJson(toJson(problem, nullptr), back, none, error)) << error;
    EXPECT_EQ(back.tasks[0].cost, problem.tasks[0].cost);
  }
}

TEST(Json, TheScheduleMayBeMissing) {
  Problem problem = equalCores(2, {1}, {}), back;
  std::optional<Schedule> schedule;
  std::string error;
  ASSERT_TRUE(fromJson(toJson(problem, nullptr), back, schedule, error));
  EXPECT_FALSE(schedule);
  EXPECT_EQ(back.tasks.size(), 1u);
}

TEST(Json, MistakesAreNamed) {
  std::string good = toJson(equalCores(1, {1}, {{0, 0, 0, 1}}, true), nullptr);
  auto errorOf = [](std::string text) {
    Problem problem;
    std::optional<Schedule> schedule;
    std::string error;
    EXPECT_FALSE(fromJson(text, problem, schedule, error)) << text;
    return error;
  };
  auto replaced = [&](std::string from, const std::string &to) {
    std::string text = good;
    size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  EXPECT_NE(errorOf("{"), "");
  EXPECT_NE(errorOf("[]"), "");
  EXPECT_NE(errorOf("{}").find("problem"), std::string::npos);
  EXPECT_NE(errorOf(replaced("\"distance\": 1", "\"distance\": 300"))
                .find("distance"),
            std::string::npos);
  EXPECT_NE(errorOf(replaced("\"cores\": 1", "\"cores\": -1")).find("cores"),
            std::string::npos);
  EXPECT_NE(
      errorOf(replaced("\"repeats\": true", "\"repeats\": 3")).find("repeats"),
      std::string::npos);
  EXPECT_NE(errorOf(replaced("\"from\"", "\"form\"")).find("from"),
            std::string::npos);
}

} // namespace
