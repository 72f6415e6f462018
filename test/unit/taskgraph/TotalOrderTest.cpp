// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/TotalOrder.h"

#include <gtest/gtest.h>

namespace hocket::taskgraph {
namespace {

using polyhedral::TaskDependence;

TaskDependence dependence(TaskId from, TaskId to, bool same, uint32_t carried) {
  TaskDependence d;
  d.from = from;
  d.to = to;
  d.sameIteration = same;
  d.carriedMask = carried;
  return d;
}

template <typename Kind>
void addTask(Region &region, Kind kind, LevelIndex level) {
  MacroTask task;
  task.kind = kind;
  task.level = level;
  region.tasks.push_back(task);
}

/// Three tasks, with a replicated statement between the first two.
TaskGraph threeTasks() {
  TaskGraph graph;
  graph.region.levels.emplace_back();
  addTask(graph.region, Whole{}, 0);
  addTask(graph.region, Replicated{}, 0);
  addTask(graph.region, Whole{}, 0);
  addTask(graph.region, Whole{}, 0);
  return graph;
}

/// A task, and a loop around two.
TaskGraph loopOfTwo() {
  TaskGraph graph;
  graph.region.levels.resize(2);
  graph.region.levels[1].parent = 0;
  graph.region.levels[1].repeats = true;
  graph.region.levels[1].loopDepth = 1;
  for (LevelIndex level : {0, 1, 1})
    addTask(graph.region, Whole{}, level);
  graph.dependences = {dependence(0, 1, true, 0), dependence(1, 2, true, 0)};
  return graph;
}

TEST(TotalOrder, EachWaitsForTheOneBefore) {
  TaskGraph graph = threeTasks();
  graph.dependences = {dependence(0, 2, true, 0), dependence(2, 3, true, 0)};
  EXPECT_TRUE(isTotallyOrdered(graph));
}

TEST(TotalOrder, TwoMayOverlap) {
  TaskGraph graph = threeTasks();
  graph.dependences = {dependence(0, 2, true, 0), dependence(0, 3, true, 0)};
  EXPECT_FALSE(isTotallyOrdered(graph));
}

TEST(TotalOrder, ChunksMayOverlap) {
  TaskGraph graph = threeTasks();
  graph.dependences = {dependence(0, 2, true, 0), dependence(2, 3, true, 0)};
  graph.region.tasks[3].kind = Chunks{};
  EXPECT_FALSE(isTotallyOrdered(graph));
}

TEST(TotalOrder, IterationsMayOverlap) {
  TaskGraph graph = loopOfTwo();
  EXPECT_FALSE(isTotallyOrdered(graph));
  graph.dependences.push_back(dependence(1, 1, false, 1));
  EXPECT_FALSE(isTotallyOrdered(graph));
}

TEST(TotalOrder, IterationsWait) {
  TaskGraph graph = loopOfTwo();
  graph.dependences.push_back(dependence(2, 1, false, 1));
  EXPECT_TRUE(isTotallyOrdered(graph));
}

} // namespace
} // namespace hocket::taskgraph
