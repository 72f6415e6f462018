// SPDX-License-Identifier: Apache-2.0
//
// Levels of regions as scheduling problems: tasks, and the edges among them.

#include "LevelsOfC.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::taskgraph;
using test::edges;
using test::LevelsOfC;
using test::names;

namespace {

using Lines = std::vector<std::string>;

bool has(const Lines &lines, const std::string &line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

const char *const timeLoop =
    "double a[1000], b[1000];\n"
    "int main(int argc, char **argv) {\n"
    "  for (int t = 0; t < argc; t++) {\n"
    "    for (int i = 1; i < 999; i++) b[i] = a[i - 1] + a[i + 1];\n"
    "    for (int i = 1; i < 999; i++) a[i] = b[i]; }\n"
    "  return a[4] > 0; }\n";

} // namespace

TEST(LevelProblem, ChunksDependOnTheChunksTheyMeet) {
  LevelsOfC c("double a[1000], b[1000];\n"
              "int main(void) {\n"
              "  for (int i = 0; i < 1000; i++) a[i] = i;\n"
              "  for (int i = 0; i < 1000; i++) b[i] = a[i];\n"
              "  return b[4] > 0; }\n");
  ASSERT_EQ(c.regions.size(), 1u);
  LevelProblem level = c.problem(0);
  EXPECT_EQ(names(level), (Lines{"loop t.c:3 [1/2]", "loop t.c:3 [2/2]",
                                 "loop t.c:4 [1/2]", "loop t.c:4 [2/2]"}));
  EXPECT_EQ(edges(level), (Lines{"0 -> 2", "1 -> 3"}));
  EXPECT_FALSE(level.problem.repeats);
}

TEST(LevelProblem, CrossedChunks) {
  LevelsOfC c("double a[1024], b[1024];\n"
              "int main(void) {\n"
              "  for (int i = 0; i < 1024; i++) a[i] = i;\n"
              "  for (int i = 0; i < 1024; i++) b[i] = a[1023 - i];\n"
              "  return b[4] > 0; }\n");
  ASSERT_EQ(c.regions.size(), 1u);
  EXPECT_EQ(edges(c.problem(0)), (Lines{"0 -> 3", "1 -> 2"}));
}

TEST(LevelProblem, CarriedByTheLoopOfTheLevel) {
  LevelsOfC c(timeLoop);
  ASSERT_EQ(c.regions.size(), 1u);
  ASSERT_EQ(c.graph.region.levels.size(), 2u);
  LevelProblem level = c.problem(1);
  EXPECT_TRUE(level.problem.repeats);
  // Conditions, chunks of b, chunks of a, steps: two tasks each.
  ASSERT_EQ(level.tasks.size(), 8u);
  Lines found = edges(level);
  // Each half of a needs both halves of b; each half of b both halves of a, of
  // the repetition before.
  for (const char *edge :
       {"2 -> 4", "2 -> 5", "3 -> 4", "3 -> 5", "4 -> 2 next", "4 -> 3 next",
        "5 -> 2 next", "5 -> 3 next"})
    EXPECT_TRUE(has(found, edge)) << edge;
  // Nothing comes back to itself or goes backwards in one repetition.
  for (const scheduling::Edge &edge : level.problem.edges)
    EXPECT_TRUE(edge.distance || edge.from < edge.to);
  // The counter is each core's own: what it orders, it orders on that core.
  EXPECT_TRUE(has(found, "0 -> 2 same core"));
  EXPECT_TRUE(has(found, "1 -> 2 same core"));
  EXPECT_TRUE(has(found, "2 -> 6 same core"));
  EXPECT_FALSE(has(found, "0 -> 2"));
  EXPECT_FALSE(has(found, "2 -> 6"));
}

TEST(LevelProblem, CompoundItemsStandForWhatEachCoreDoesInside) {
  LevelsOfC c(timeLoop);
  LevelProblem level = c.problem(0);
  ASSERT_EQ(level.tasks.size(), 4u); // the counter's start, and the loop
  for (uint32_t core = 0; core < 2; ++core) {
    EXPECT_EQ(level.tasks[2 + core].task, none);
    EXPECT_EQ(level.problem.tasks[2 + core].name, "repeat 3");
    EXPECT_EQ(level.problem.tasks[2 + core].pinned, core);
    EXPECT_GE(level.problem.tasks[2 + core].cost[0], 10 * 10000.0);
  }
}

TEST(LevelProblem, ReductionsAreCombinedAfterAllChunksAndBeforeTheNext) {
  LevelsOfC c("int a[1000]; long out[100];\n"
              "int main(int argc, char **argv) {\n"
              "  for (int t = 0; t < 100; t++) {\n"
              "    long sum = 0;\n"
              "    for (int i = 0; i < 1000; i++) a[i] += t;\n"
              "    for (int i = 0; i < 1000; i++) sum += a[i];\n"
              "    out[t] = sum; }\n"
              "  return out[5] > 0; }\n");
  ASSERT_EQ(c.regions.size(), 1u);
  ASSERT_EQ(c.graph.region.levels.size(), 2u);
  LevelProblem level = c.problem(1);
  std::vector<scheduling::TaskIndex> chunks, combines;
  for (scheduling::TaskIndex t = 0; t < level.tasks.size(); ++t) {
    const std::string &name = level.problem.tasks[t].name;
    if (name.rfind("loop t.c:6", 0) == 0)
      chunks.push_back(t);
    if (name.rfind("combine t.c:6", 0) == 0)
      combines.push_back(t);
  }
  ASSERT_EQ(chunks.size(), 2u);
  ASSERT_EQ(combines.size(), 1u);
  Lines found = edges(level);
  for (scheduling::TaskIndex chunk : chunks) {
    EXPECT_TRUE(has(found, std::to_string(chunk) + " -> " +
                               std::to_string(combines[0])));
    EXPECT_TRUE(has(found, std::to_string(combines[0]) + " -> " +
                               std::to_string(chunk) + " next"));
  }
}

TEST(LevelProblem, FlowMovesBytesAndOrderDoesNot) {
  LevelsOfC c("double a[1000], b[1000], d[1000];\n"
              "int main(void) {\n"
              "  for (int i = 0; i < 1000; i++) b[i] = a[999 - i];\n"
              "  for (int i = 0; i < 1000; i++) a[i] = i;\n"
              "  for (int i = 0; i < 1000; i++) d[i] = a[i];\n"
              "  return b[4] + d[5] > 0; }\n");
  ASSERT_EQ(c.regions.size(), 1u);
  uint64_t anti = 1, flow = 0;
  for (const scheduling::Edge &edge : c.problem(0).problem.edges) {
    if (edge.from == 0 && edge.to == 3)
      anti = edge.bytes;
    if (edge.from == 2 && edge.to == 4)
      flow = edge.bytes;
  }
  EXPECT_EQ(anti, 0u);
  EXPECT_EQ(flow, 4000u); // half of a
}

TEST(PlanRegion, EverySchedulePassesTheVerifier) {
  for (unsigned cores : {2u, 3u, 5u}) {
    LevelsOfC c(timeLoop, cores);
    RegionPlan plan = c.plan();
    ASSERT_EQ(plan.levels.size(), 2u);
    EXPECT_LT(plan.parallelNs, plan.sequentialNs);
    for (const LevelPlan &level : plan.levels)
      EXPECT_EQ(level.schedule.order.size(), cores);
  }
}

TEST(LevelProblem, ChunksInOrder) {
  LevelsOfC c("int a[1000][1000];\n"
              "int main(void) {\n"
              "  for (int i = 1; i < 1000; i++)\n"
              "    for (int j = 1; j < 1000; j++)\n"
              "      a[i][j] += a[i - 1][j] + a[i][j - 1];\n"
              "  return a[4][4] > 0; }\n");
  ASSERT_EQ(c.regions.size(), 1u);
  LevelProblem level = c.problem(1);
  EXPECT_TRUE(has(names(level), "loop t.c:4 [1/2]"));
  // The condition is 0 and 1, the chunks 2 and 3, the step 4 and 5.
  EXPECT_TRUE(has(edges(level), "2 -> 3"));
  EXPECT_TRUE(has(edges(level), "2 -> 2 next"));
  EXPECT_FALSE(has(edges(level), "3 -> 2 next"));
  // The cores follow each other, a chunk apart: what costs is the fill.
  const scheduling::Schedule schedule = c.plan().levels[1].schedule;
  EXPECT_LT(schedule.period, 0.6 * schedule.makespan);
}

TEST(LevelProblem, CoresThatMeetInALoopAreAGang) {
  LevelsOfC meets("int a[1000][1000];\n"
                  "int main(void) {\n"
                  "  for (int i = 1; i < 1000; i++)\n"
                  "    for (int j = 1; j < 1000; j++)\n"
                  "      a[i][j] += a[i - 1][j] + a[i][j - 1];\n"
                  "  return a[4][4] > 0; }\n");
  LevelsOfC apart("int a[1000][1000];\n"
                  "int main(void) {\n"
                  "  for (int i = 1; i < 1000; i++)\n"
                  "    for (int j = 0; j < 1000; j++)\n"
                  "      a[i][j] += a[i - 1][j];\n"
                  "  return a[4][4] > 0; }\n");
  auto gangs = [](const LevelsOfC &c) {
    size_t count = 0;
    for (const scheduling::Task &task : c.problem(0).problem.tasks)
      count += task.gang.has_value();
    return count;
  };
  EXPECT_EQ(gangs(meets), 2u);
  EXPECT_EQ(gangs(apart), 0u);
}
