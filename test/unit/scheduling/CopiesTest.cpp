// SPDX-License-Identifier: Apache-2.0
//
// Data that engines move: times by hand.
#include "scheduling/Copies.h"

#include "scheduling/Verifier.h"
#include "scheduling/search/ScheduleBest.h"

#include <gtest/gtest.h>

namespace hocket::scheduling {
namespace {

/// A task on core 0 takes 1000 ns and leaves 4000 bytes each for two others.
Problem oneForTwo() {
  Problem problem;
  problem.cores = 3;
  problem.cluster.assign(3, 0);
  problem.syncNs = 50;
  problem.nsPerByte = 1;
  for (CoreIndex core = 0; core < 3; ++core) {
    Task &task = problem.tasks.emplace_back();
    task.cost.assign(3, core == 0 ? 1000 : 10);
    task.pinned = core;
  }
  problem.edges = {{0, 1, 4000, 0, false}, {0, 2, 4000, 0, false}};
  return problem;
}

double makespanWith(const CopyEngine &engine) {
  const Problem problem = oneForTwo();
  const Schedule schedule = scheduleBest(problem);
  EXPECT_DOUBLE_EQ(schedule.makespan, 1000 + 50 + 4000 + 10);
  const std::optional<Problem> copied = withCopies(problem, schedule, {engine});
  if (!copied)
    return schedule.makespan;
  const Schedule best = scheduleBest(*copied);
  EXPECT_TRUE(verify(*copied, best).empty());
  return best.makespan;
}

TEST(Copies, GoOneAfterTheOtherOnAChannel) {
  // Started until 1100, done at 2100; the next from 2150 on, at 3250.
  EXPECT_DOUBLE_EQ(makespanWith({"DMA", 0, 1, 100, 0.25}), 3250 + 50 + 10);
}

TEST(Copies, GoAtATimeOnTwo) {
  EXPECT_DOUBLE_EQ(makespanWith({"DMA", 0, 2, 100, 0.25}), 2200 + 50 + 10);
}

TEST(Copies, AreNotMadeWhereThatIsSlower) {
  EXPECT_DOUBLE_EQ(makespanWith({"DMA", 0, 2, 3000, 0.25}), 5060);
  EXPECT_DOUBLE_EQ(makespanWith({"DMA", 0, 2, 0, 1}), 5060);
  EXPECT_DOUBLE_EQ(makespanWith({"of others", 1, 2, 100, 0.25}), 5060);
}

TEST(Copies, LeaveOtherEdgesAlone) {
  Problem problem = oneForTwo();
  problem.edges[1].bytes = 8;
  const Schedule schedule = scheduleBest(problem);
  const std::optional<Problem> copied =
      withCopies(problem, schedule, {{"DMA", 0, 1, 100, 0.25}});
  ASSERT_TRUE(copied);
  EXPECT_TRUE(check(*copied).empty());
  ASSERT_EQ(copied->tasks.size(), 4u);
  EXPECT_EQ(copied->tasks[1].name, "copy for task 1");
  EXPECT_EQ(copied->edges[0], (Edge{0, 1, 0, 0, false}));
  EXPECT_EQ(copied->edges[1], (Edge{1, 2, 0, 0, false}));
  EXPECT_EQ(copied->edges[2], (Edge{0, 3, 8, 0, false}));
  EXPECT_TRUE(copied->units.size() == 1 && copied->tasks[1].pinned == 0u);
}

} // namespace
} // namespace hocket::scheduling
