// SPDX-License-Identifier: Apache-2.0
//
// The verifier must refuse each kind of broken schedule. All start from one
// that is right, so that only the damage done by hand is to blame.
#include "scheduling/Verifier.h"
#include "Problems.h"
#include "scheduling/Schedulers.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace hocket::scheduling;

namespace {

/// Core 0 runs 0 then 2, core 1 runs 1 then 3; 0 -> 3 and 1 -> 2 cross, and
/// 3 -> 0 crosses into the next repetition.
class Verifier : public testing::Test {
protected:
  void SetUp() override {
    problem = equalCores(2, {10, 10, 10, 10},
                         {{0, 3, 0, 0}, {1, 2, 0, 0}, {3, 0, 0, 1}}, true);
    problem.tasks[2].pinned = 0;
    schedule.placements = {{0, 0, 10}, {1, 0, 10}, {0, 10, 20}, {1, 10, 20}};
    schedule.order = {{0, 2}, {1, 3}};
    schedule.syncs = {{0, 3, 0}, {1, 2, 0}, {3, 0, 1}};
    schedule.makespan = 20;
    ASSERT_EQ(found(), "");
  }
  std::string found() const {
    return llvm::join(verify(problem, schedule), "\n");
  }
  void expectRefused(const std::string &why) const {
    EXPECT_NE(found().find(why), std::string::npos) << "found: " << found();
  }

  Problem problem;
  Schedule schedule;
};

TEST_F(Verifier, MissingSync) {
  schedule.syncs.erase(schedule.syncs.begin());
  expectRefused("nothing orders task 3 (t3) after task 0 (t0)");
}

TEST_F(Verifier, MissingCarriedSync) {
  schedule.syncs.pop_back();
  expectRefused("nothing orders task 0 (t0) after task 3 (t3) of the "
                "repetition before");
}

TEST_F(Verifier, SyncOfTheWrongDistance) {
  schedule.syncs[0].distance = 1;
  expectRefused("nothing orders task 3 (t3) after task 0 (t0)");
}

TEST_F(Verifier, ASyncOfThisRepetitionDoesNotReplaceACarriedOne) {
  schedule.syncs[2] = {2, 3, 0};
  EXPECT_NE(found(), "");
}

TEST_F(Verifier, WrongCore) {
  problem.tasks[2].pinned = 1;
  expectRefused("pinned to core 1 but placed on core 0");
}

TEST_F(Verifier, PlacementAndOrderNameDifferentCores) {
  schedule.placements[1].core = 0;
  expectRefused("is placed on core 0 but core 1 runs it");
}

TEST_F(Verifier, OverlappingTimes) {
  schedule.placements[2] = {0, 5, 15};
  expectRefused("starts before task 0 (t0) ends");
}

TEST_F(Verifier, OrderDisagreesWithTimes) {
  schedule.order[0] = {2, 0};
  expectRefused("starts before task 2 (t2) ends, which precedes it on core 0");
}

TEST_F(Verifier, OrderAgainstAnEdgeOnOneCore) {
  problem.edges.push_back({0, 2, 0, 0});
  schedule.order[0] = {2, 0};
  schedule.placements[0] = {0, 20, 30};
  schedule.placements[3] = {1, 30, 40};
  schedule.makespan = 40;
  expectRefused("task 2 (t2)");
}

TEST_F(Verifier, CyclicWaits) {
  // 2 waits for 3 and 3 waits for 0; with 0 behind 2 all stand still. Times
  // would be wrong too, so the tasks take none.
  for (Task &task : problem.tasks)
    task.cost = {0, 0};
  problem.edges = {};
  schedule.placements = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {1, 0, 0}};
  schedule.makespan = 0;
  schedule.order = {{2, 0}, {1, 3}};
  schedule.syncs = {{0, 3, 0}, {3, 2, 0}};
  expectRefused("waits form a cycle");
}

TEST_F(Verifier, CycleThroughTwoCores) {
  for (Task &task : problem.tasks)
    task.cost = {0, 0};
  problem.edges = {};
  schedule.placements = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {1, 0, 0}};
  schedule.makespan = 0;
  schedule.syncs = {{2, 1, 0}, {3, 0, 0}};
  expectRefused("waits form a cycle");
}

/// Tasks 0 and 1 of a level: a loop that both cores follow, meeting in it.
/// Core 0 runs the loop and then 2; core 1 runs 3, which needs 2, and the loop.
Problem loopAndTwo() {
  Problem problem = equalCores(2, {10, 10, 10, 10}, {{2, 3, 0, 0}});
  for (TaskIndex task : {0, 1}) {
    problem.tasks[task].pinned = task;
    problem.tasks[task].gang = 0;
  }
  return problem;
}

TEST(VerifierOfGangs, NothingBetweenTheirTasks) {
  Problem problem = loopAndTwo();
  Schedule schedule;
  schedule.placements = {{0, 0, 10}, {1, 30, 40}, {0, 10, 20}, {1, 20, 30}};
  schedule.order = {{0, 2}, {3, 1}};
  schedule.syncs = {{2, 3, 0}};
  schedule.makespan = 40;
  EXPECT_EQ(llvm::join(verify(problem, schedule), "\n"),
            "gang 0 of task 0 (t0) waits for itself");
  // Cores that do not meet in the loop may be as far apart as they like.
  problem.tasks[0].gang = problem.tasks[1].gang = std::nullopt;
  EXPECT_EQ(llvm::join(verify(problem, schedule), "\n"), "");
}

TEST(VerifierOfGangs, TheyOrderNothing) {
  // 3 after 1 is not 3 after 0.
  Problem problem = loopAndTwo();
  problem.edges = {{0, 3, 0, 0}};
  Schedule schedule;
  schedule.placements = {{0, 0, 10}, {1, 0, 10}, {0, 10, 20}, {1, 10, 20}};
  schedule.order = {{0, 2}, {1, 3}};
  schedule.makespan = 20;
  EXPECT_EQ(llvm::join(verify(problem, schedule), "\n"),
            "nothing orders task 3 (t3) after task 0 (t0)");
}

TEST_F(Verifier, MissingTask) {
  schedule.order[1] = {1};
  expectRefused("task 3 (t3) is not run");
}

TEST_F(Verifier, DuplicatedTask) {
  schedule.order[1] = {1, 3, 3};
  expectRefused("task 3 (t3) runs more than once");
}

TEST_F(Verifier, UnknownTasksAndCores) {
  schedule.order[1] = {1, 3, 9};
  expectRefused("runs task 9, which does not exist");
  schedule.order[1] = {1, 3};
  schedule.syncs[0].to = 9;
  expectRefused("names a task that does not exist");
  schedule.syncs[0].to = 3;
  schedule.placements[0].core = 5;
  expectRefused("placed on core 5 of 2");
}

TEST_F(Verifier, WrongSizes) {
  schedule.placements.pop_back();
  expectRefused("3 placements for 4 tasks");
  schedule.placements.emplace_back();
  schedule.order.emplace_back();
  expectRefused("3 core orders for 2 cores");
}

TEST_F(Verifier, WrongDuration) {
  schedule.placements[0].end = 9;
  expectRefused("its cost on core 0 is 10");
}

TEST_F(Verifier, WrongMakespan) {
  schedule.makespan = 15;
  expectRefused("the makespan is given as");
}

TEST_F(Verifier, NoRoomForCommunication) {
  problem.syncNs = 5;
  expectRefused("starts before the result of task 0 (t0) has arrived");
  problem.syncNs = 0;
  problem.edges[0].bytes = 3;
  expectRefused("starts before the result of task 0 (t0) has arrived");
}

TEST_F(Verifier, EdgesThatMatterOnOneCoreOnly) {
  // Between cores they ask for nothing, on one core they do.
  problem.edges.push_back({2, 3, 0, 0, true});
  EXPECT_EQ(found(), "");
  schedule.syncs.erase(schedule.syncs.begin());
  EXPECT_NE(found(), "");
  problem.edges[0].onlyOnSameCore = true;
  EXPECT_EQ(found(), "");
  problem.edges.push_back({0, 2, 0, 0, true});
  EXPECT_EQ(found(), "");
  schedule.order[0] = {2, 0};
  schedule.placements[0] = {0, 20, 30};
  schedule.makespan = 30;
  EXPECT_NE(found(), "");
}

TEST_F(Verifier, SyncTwiceOrWithinACore) {
  schedule.syncs.push_back(schedule.syncs[0]);
  expectRefused("stands twice");
  schedule.syncs.back() = {0, 2, 0};
  expectRefused("lies within one core");
}

TEST_F(Verifier, CarriedSyncInALevelThatDoesNotRepeat) {
  problem.repeats = false;
  problem.edges.pop_back();
  expectRefused("has distance 1");
}

TEST_F(Verifier, MalformedProblem) {
  problem.cluster.clear();
  expectRefused("0 clusters are given for 2 cores");
}

TEST(VerifierOfRepetitions, ProgramOrderWrapsAround) {
  // 1 -> 0 into the next repetition holds on one core without any sync, and
  // through it for a task of the other core.
  Problem problem = equalCores(
      2, {10, 10, 10}, {{1, 0, 0, 1}, {1, 2, 0, 1}, {0, 2, 0, 0}}, true);
  Schedule schedule;
  schedule.placements = {{0, 0, 10}, {0, 10, 20}, {1, 10, 20}};
  schedule.order = {{0, 1}, {2}};
  schedule.makespan = 20;
  schedule.syncs = {{0, 2, 0}};
  EXPECT_TRUE(verify(problem, schedule).empty());
  EXPECT_EQ(reduceSyncs(problem, schedule), schedule.syncs);
}

TEST(VerifierOfRepetitions, CoresDoNotMeetBetweenRepetitions) {
  // 0 overwrites in the next repetition what 1 reads in this one.
  Problem problem = equalCores(2, {10, 10}, {{0, 1, 0, 0}, {1, 0, 0, 1}}, true);
  Schedule schedule;
  schedule.placements = {{0, 0, 10}, {1, 10, 20}};
  schedule.order = {{0}, {1}};
  schedule.makespan = 20;
  schedule.syncs = {{0, 1, 0}};
  EXPECT_FALSE(verify(problem, schedule).empty());
  schedule.syncs.push_back({1, 0, 1});
  EXPECT_TRUE(verify(problem, schedule).empty());
}

} // namespace
