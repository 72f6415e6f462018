// SPDX-License-Identifier: Apache-2.0
//
// The schedulers on problems with known answers.
#include "Problems.h"
#include "scheduling/Schedulers.h"
#include "scheduling/Verifier.h"
#include "scheduling/search/ScheduleBest.h"

#include <gtest/gtest.h>

#include <stdexcept>

using namespace hocket::scheduling;

namespace {

/// The example of Topcuoglu, Hariri and Wu (2002), figure 2 and table 1.
Problem heftExample() {
  const double cost[10][3] = {
      {14, 16, 9}, {13, 19, 18}, {11, 13, 19}, {13, 8, 17},  {12, 13, 10},
      {13, 16, 9}, {7, 15, 11},  {5, 11, 14},  {18, 12, 20}, {21, 7, 16}};
  Problem problem = equalCores(3, {}, {});
  for (const double(&row)[3] : cost)
    problem.tasks.push_back({"", {row[0], row[1], row[2]}, {}, {}, {}});
  problem.edges = {{0, 1, 18, 0}, {0, 2, 12, 0}, {0, 3, 9, 0},  {0, 4, 11, 0},
                   {0, 5, 14, 0}, {1, 7, 19, 0}, {1, 8, 16, 0}, {2, 6, 23, 0},
                   {3, 7, 27, 0}, {3, 8, 23, 0}, {4, 8, 13, 0}, {5, 7, 15, 0},
                   {6, 9, 17, 0}, {7, 9, 11, 0}, {8, 9, 13, 0}};
  return problem;
}

std::vector<CoreIndex> coresOf(const Schedule &schedule, TaskIndex first,
                               TaskIndex count) {
  std::vector<CoreIndex> cores;
  for (TaskIndex task = first; task < first + count; ++task)
    cores.push_back(schedule.placements[task].core);
  return cores;
}

const std::vector<CoreIndex> inOrder = {0, 1, 2, 3};

TEST(Algorithms, HeftGivesThePublishedScheduleOfItsPaper) {
  Schedule schedule = scheduleHeft(heftExample());
  EXPECT_DOUBLE_EQ(schedule.makespan, 80);
  std::vector<std::vector<TaskIndex>> published = {
      {1, 7}, {3, 5, 8, 9}, {0, 2, 4, 6}};
  EXPECT_EQ(schedule.order, published);
}

TEST(Algorithms, BestIsNoWorseThanAny) {
  Problem problem = heftExample();
  Schedule best = scheduleBest(problem);
  for (const Algorithm &algorithm : algorithms())
    EXPECT_LE(best.makespan, algorithm.run(problem).makespan) << algorithm.name;
}

TEST(Algorithms, ListSchedulersFindTheOptimumOfAnUnevenFork) {
  // A long task first, three short ones beside it.
  Problem problem = equalCores(2, {30, 10, 10, 10, 5},
                               {{0, 4, 0, 0}, {1, 4, 0, 0}, {3, 4, 0, 0}});
  for (const char *name : {"cp-misf", "cp-dt-misf", "etf-cp", "heft"})
    EXPECT_DOUBLE_EQ(scheduleBest(problem, name).makespan, 35) << name;
  EXPECT_DOUBLE_EQ(scheduleBest(problem, "sequential").makespan, 65);
}

TEST(Algorithms, MostImmediateSuccessorsGoFirst) {
  // Tasks 0 and 1 have the same level; 1 frees two tasks.
  Problem problem =
      equalCores(1, {10, 10, 5, 5}, {{1, 2, 0, 0}, {1, 3, 0, 0}, {0, 2, 0, 0}});
  EXPECT_EQ(scheduleCpMisf(problem).order[0].front(), 1u);
}

TEST(Algorithms, HeftFillsGaps) {
  // 3 waits for 100 bytes from 0; the short 4 fits before it on core 1.
  Problem problem =
      equalCores(2, {10, 110, 5, 10, 5}, {{0, 3, 20, 0}, {1, 2, 500, 0}});
  problem.tasks[0].pinned = 0;
  problem.tasks[1].pinned = 0;
  problem.tasks[3].pinned = 1;
  problem.tasks[4].pinned = 1;
  Schedule schedule = scheduleHeft(problem);
  EXPECT_EQ(schedule.order[1], (std::vector<TaskIndex>{4, 3}));
  EXPECT_TRUE(verify(problem, scheduleBest(problem, "heft")).empty());
}

TEST(Algorithms, EqualIndependentTasksGoToTheCoresInOrder) {
  for (bool repeats : {false, true}) {
    Problem problem = equalCores(4, {10, 10, 10, 10}, {}, repeats);
    problem.syncNs = 1;
    for (const Algorithm &algorithm : algorithms())
      if (algorithm.name != "sequential") {
        EXPECT_EQ(coresOf(algorithm.run(problem), 0, 4), inOrder)
            << algorithm.name;
      }
  }
}

TEST(Algorithms, ChunksOfConsecutiveLoopsStayOnTheirCores) {
  // Three loops of four chunks; each chunk reads its own part and, of its
  // neighbours' parts, the edge.
  Problem problem = equalCores(4, std::vector<double>(12, 1000), {});
  problem.syncNs = 50;
  for (TaskIndex loop = 1; loop < 3; ++loop)
    for (TaskIndex to = 0; to < 4; ++to)
      for (TaskIndex from = 0; from < 4; ++from)
        if (from + 1 >= to && from <= to + 1)
          problem.edges.push_back({(loop - 1) * 4 + from, loop * 4 + to,
                                   from == to ? 4096u : 64u, 0});
  Schedule dt = scheduleCpDtMisf(problem);
  EXPECT_EQ(coresOf(dt, 4, 4), coresOf(dt, 0, 4));
  EXPECT_EQ(coresOf(dt, 8, 4), coresOf(dt, 0, 4));
  Schedule best = scheduleBest(problem);
  EXPECT_EQ(coresOf(best, 8, 4), coresOf(best, 0, 4));
  EXPECT_LE(best.makespan, 3 * 1000 + 2 * (50 + 64));
}

TEST(Algorithms, DataOfTheRepetitionBeforeKeepsChunksOnTheirCores) {
  // Two loops without edges inside a repetition, each feeding the other's next.
  Problem problem = equalCores(4, std::vector<double>(8, 1000), {}, true);
  problem.syncNs = 50;
  for (TaskIndex chunk = 0; chunk < 4; ++chunk)
    problem.edges.push_back({4 + chunk, chunk, 4096, 1});
  Schedule schedule = scheduleBest(problem);
  EXPECT_EQ(coresOf(schedule, 4, 4), coresOf(schedule, 0, 4));
  EXPECT_TRUE(schedule.syncs.empty());
  EXPECT_NEAR(schedule.period, 2000, 1e-6);
}

TEST(Algorithms, EquallyGoodCoresArePreferredAsAsked) {
  // The middle chunks have more successors and come first.
  Problem problem = equalCores(4, std::vector<double>(8, 1000), {});
  problem.syncNs = 50;
  for (TaskIndex from = 0; from < 4; ++from) {
    problem.tasks[from].preferred = problem.tasks[4 + from].preferred = from;
    for (TaskIndex to = 0; to < 4; ++to)
      if (from + 1 >= to && from <= to + 1)
        problem.edges.push_back({from, 4 + to, from == to ? 4096u : 64u, 0});
  }
  for (const char *name : {"cp-misf", "cp-dt-misf", "etf-cp", "heft"}) {
    Schedule schedule = scheduleBest(problem, name);
    EXPECT_EQ(coresOf(schedule, 0, 4), inOrder) << name;
    EXPECT_EQ(coresOf(schedule, 4, 4), inOrder) << name;
  }
}

TEST(Algorithms, APreferenceIsNoReasonToWait) {
  Problem problem = equalCores(2, {10, 10}, {});
  problem.tasks[0].preferred = problem.tasks[1].preferred = 1;
  EXPECT_DOUBLE_EQ(scheduleBest(problem).makespan, 10);
}

TEST(Algorithms, PreferencesMakeEqualLoadsOfWhatWasCutForThem) {
  // Pairs of 100, the longest with the shortest.
  Problem problem =
      equalCores(4, {70, 60, 55, 51, 49, 45, 40, 30}, {{0, 4, 0, 0}});
  for (TaskIndex task = 0; task < 8; ++task)
    problem.tasks[task].preferred = task < 4 ? task : 7 - task;
  const Schedule schedule = schedulePreferred(problem);
  EXPECT_EQ(coresOf(schedule, 4, 4), (std::vector<CoreIndex>{3, 2, 1, 0}));
  EXPECT_DOUBLE_EQ(schedule.makespan, 119); // 49 after 70
  problem.edges.clear();
  EXPECT_DOUBLE_EQ(schedulePreferred(problem).makespan, 100);
  EXPECT_DOUBLE_EQ(scheduleBest(problem).makespan, 100);
}

TEST(Algorithms, WhatIsEachCoresOwnDoesNotCrossCores) {
  // A condition computed by each core for itself, then a chunk on each.
  Problem problem = equalCores(4, {5, 5, 5, 5, 100, 100, 100, 100}, {}, true);
  problem.syncNs = 50;
  for (TaskIndex core = 0; core < 4; ++core) {
    problem.tasks[core].pinned = core;
    for (TaskIndex chunk = 4; chunk < 8; ++chunk) {
      problem.edges.push_back({core, chunk, 0, 0, true});
      problem.edges.push_back({chunk, core, 0, 1, true});
    }
  }
  for (const char *name : {"cp-misf", "cp-dt-misf", "etf-cp", "heft"}) {
    Schedule schedule = scheduleBest(problem, name);
    EXPECT_DOUBLE_EQ(schedule.makespan, 105) << name;
    EXPECT_DOUBLE_EQ(schedule.period, 105) << name;
    EXPECT_TRUE(schedule.syncs.empty()) << name;
    EXPECT_EQ(coresOf(schedule, 4, 4), inOrder) << name;
  }
}

TEST(Algorithms, PinnedTasksStayWhereTheyMust) {
  Problem problem = equalCores(2, {10, 10, 10, 10}, {{0, 2, 8, 0}});
  for (TaskIndex task = 0; task < 4; ++task)
    problem.tasks[task].pinned = 1;
  for (const Algorithm &algorithm : algorithms())
    EXPECT_DOUBLE_EQ(scheduleBest(problem, algorithm.name).makespan, 40)
        << algorithm.name;
}

TEST(Algorithms, CommunicationThatCostsMoreThanItGainsKeepsOneCore) {
  Problem problem =
      equalCores(4, {10, 10, 10, 10},
                 {{0, 1, 0, 0}, {0, 2, 0, 0}, {1, 3, 0, 0}, {2, 3, 0, 0}});
  problem.syncNs = 1000;
  Schedule schedule = scheduleBest(problem);
  EXPECT_DOUBLE_EQ(schedule.makespan, 40);
  EXPECT_TRUE(schedule.syncs.empty());
}

TEST(Algorithms, NearCoresAreCheaperThanFarOnes) {
  Problem problem =
      equalCores(4, {100, 100, 100}, {{0, 1, 10, 0}, {0, 2, 10, 0}});
  problem.cluster = {0, 1, 0, 1};
  problem.nsPerByteAcross = 100;
  Schedule schedule = scheduleBest(problem);
  EXPECT_DOUBLE_EQ(schedule.makespan, 210);
}

TEST(Algorithms, UnlikeCoresGetUnlikeWork) {
  // Core 1 is four times as fast.
  Problem problem = equalCores(2, std::vector<double>(5, 40), {});
  for (Task &task : problem.tasks)
    task.cost[1] = 10;
  EXPECT_DOUBLE_EQ(scheduleBest(problem).makespan, 40);
}

TEST(Algorithms, PeriodCountsWhatTheNextRepetitionWaitsFor) {
  // A ring over two cores: 0 -> 1 in a repetition, 1 -> 0 into the next.
  Problem problem = equalCores(2, {10, 10}, {{0, 1, 0, 0}, {1, 0, 0, 1}}, true);
  problem.syncNs = 5;
  problem.tasks[0].pinned = 0;
  problem.tasks[1].pinned = 1;
  Schedule schedule = scheduleBest(problem);
  EXPECT_DOUBLE_EQ(schedule.makespan, 25);
  EXPECT_DOUBLE_EQ(schedule.period, 30);
  // Without the way back the two overlap.
  problem.edges.pop_back();
  EXPECT_DOUBLE_EQ(scheduleBest(problem).period, 10);
}

TEST(Algorithms, PeriodIsThatOfTheTaskThatFallsBehind) {
  // Core 1 is late at first, by what moves there; core 0 takes longer for each
  // repetition and is the last one only later.
  Problem problem = equalCores(2, {100, 10}, {{0, 1, 2500, 0}}, true);
  problem.tasks[0].pinned = 0;
  problem.tasks[1].pinned = 1;
  problem.edges.push_back({0, 0, 0, 1});
  EXPECT_DOUBLE_EQ(scheduleBest(problem).period, 100);
  problem = equalCores(3, {100, 10, 90}, {{1, 2, 0, 0}}, true);
  problem.tasks[1].cost = {10, 2000, 10};
  for (TaskIndex task : {0, 1, 2})
    problem.tasks[task].pinned = task;
  problem.edges.push_back({1, 1, 0, 1});
  EXPECT_DOUBLE_EQ(scheduleBest(problem).period, 2000);
}

TEST(Algorithms, EmptyAndSingleProblems) {
  EXPECT_DOUBLE_EQ(scheduleBest(equalCores(3, {}, {}, true)).makespan, 0);
  EXPECT_DOUBLE_EQ(scheduleBest(equalCores(1, {7}, {})).makespan, 7);
}

TEST(Algorithms, MalformedProblemsAndUnknownNamesAreRefused) {
  Problem problem = equalCores(2, {1, 1}, {{1, 0, 0, 0}});
  EXPECT_THROW(scheduleBest(problem), std::logic_error);
  problem.edges.clear();
  EXPECT_THROW(scheduleBest(problem, "magic"), std::logic_error);
}

TEST(Algorithms, AGangIsPlacedAtOnce) {
  // Both cores follow loop 1, 2 and meet in it. Core 0 is done with its half's
  // inputs early, so that a scheduler could put 3, which needs that half only,
  // and 4 before the half of core 1, which needs the long task 0.
  Problem problem = equalCores(2, {100, 10, 10, 5, 5},
                               {{0, 2, 0, 0}, {1, 3, 0, 0}, {3, 4, 0, 0}});
  for (TaskIndex core : {0, 1}) {
    problem.tasks[1 + core].pinned = core;
    problem.tasks[1 + core].gang = 7;
  }
  problem.tasks[0].pinned = 0;
  problem.tasks[4].pinned = 1;
  for (const Algorithm &algorithm : algorithms()) {
    Schedule schedule = algorithm.run(problem);
    EXPECT_EQ(schedule.placements[1].start, schedule.placements[2].start)
        << algorithm.name;
    EXPECT_GT(schedule.placements[4].start, schedule.placements[2].start)
        << algorithm.name;
    schedule.syncs = reduceSyncs(problem, schedule);
    EXPECT_TRUE(verify(problem, schedule).empty()) << algorithm.name;
  }
}

} // namespace
