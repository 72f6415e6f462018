// SPDX-License-Identifier: Apache-2.0
//
// Which parts become regions, and what a malformed region is told.

#include "LevelsOfC.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::taskgraph;
using test::LevelsOfC;

namespace {

/// A region with a loop, a branch and a call in it.
LevelsOfC sample() {
  return LevelsOfC("double a[1000], b[1000];\n"
                   "int main(int argc, char **argv) {\n"
                   "  for (int t = 0; t < argc; t++)\n"
                   "    if (t > 2) {\n"
                   "      for (int i = 0; i < 1000; i++) a[i] = b[i];\n"
                   "    } else {\n"
                   "      for (int i = 0; i < 1000; i++) b[i] = a[999 - i];\n"
                   "    }\n"
                   "  return b[4] > 0; }\n");
}

void expectProblem(const LevelsOfC &c, const Region &region,
                   const std::string &part) {
  std::vector<std::string> problems = verify(c.program, region);
  bool found = std::any_of(problems.begin(), problems.end(),
                           [&](const std::string &problem) {
                             return problem.find(part) != std::string::npos;
                           });
  EXPECT_TRUE(found) << part;
}

/// The first compound item and the level that holds it.
Item &compound(Region &region) {
  for (Level &level : region.levels)
    for (Item &item : level.items)
      if (item.kind != ItemKind::Task)
        return item;
  throw std::logic_error("no compound item");
}

} // namespace

TEST(Region, LevelsOfControl) {
  LevelsOfC c = sample();
  ASSERT_EQ(c.regions.size(), 1u);
  const Region &region = c.graph.region;
  EXPECT_TRUE(verify(c.program, region).empty());
  // The region's own, the loop's body, both sides of the branch.
  ASSERT_EQ(region.levels.size(), 4u);
  EXPECT_TRUE(region.levels[1].repeats);
  EXPECT_EQ(region.levels[1].loopDepth, 1u);
  EXPECT_FALSE(region.levels[2].repeats);
  EXPECT_EQ(region.levels[2].parent, 1u);
  EXPECT_EQ(region.levels[3].parent, 1u);
  ASSERT_EQ(region.replicated.size(), 1u);
  EXPECT_EQ(c.program[region.replicated[0]].name, "t");
  ASSERT_EQ(region.loops.size(), 1u);
}

TEST(Region, VerifyFindsTasksMissingOrTwice) {
  LevelsOfC c = sample();
  Region missing = c.graph.region;
  missing.levels.back().items.pop_back();
  expectProblem(c, missing, "stands 0 times");
  Region twice = c.graph.region;
  twice.levels.back().items.push_back(twice.levels.back().items.back());
  expectProblem(c, twice, "stands 2 times");
  Region unknown = c.graph.region;
  unknown.levels.back().items.back().task = 99;
  expectProblem(c, unknown, "an item names no task");
}

TEST(Region, VerifyFindsBrokenLevels) {
  LevelsOfC c = sample();
  Region order = c.graph.region;
  order.levels[2].parent = 3;
  expectProblem(c, order, "level 2 is before its parent");
  Region body = c.graph.region;
  compound(body).body = none;
  expectProblem(c, body, "a compound item has no level");
  Region condition = c.graph.region;
  compound(condition).condition = none;
  expectProblem(c, condition, "a compound item has no condition");
}

TEST(Region, CombiningTaskNamesItsChunks) {
  LevelsOfC c("long a[1000];\n"
              "int main(void) {\n"
              "  long sum = 0;\n"
              "  for (int i = 0; i < 1000; i++) a[i] = i;\n"
              "  for (int i = 0; i < 1000; i++) sum += a[i];\n"
              "  return sum > 4; }\n");
  const std::vector<MacroTask> &tasks = c.graph.region.tasks;
  ASSERT_EQ(tasks.size(), 3u);
  ASSERT_TRUE(tasks[2].is<Combine>());
  EXPECT_EQ(tasks[2].as<Combine>()->combines, 1u);
  EXPECT_EQ(tasks[2].node, tasks[1].node);
  EXPECT_EQ(tasks[1].as<Chunks>()->secondPassOf, none);
}

/// Three tasks: totals, their combining, and the loop from there.
LevelsOfC scan() {
  return LevelsOfC("long a[1000], b[1000];\n"
                   "int main(void) {\n"
                   "  long sum = 0;\n"
                   "  for (int i = 0; i < 1000; i++) {\n"
                   "    sum += a[i];\n"
                   "    b[i] = sum; }\n"
                   "  return b[7] > 4; }\n");
}

TEST(Region, SecondPassNamesTheFirst) {
  LevelsOfC c = scan();
  const std::vector<MacroTask> &tasks = c.graph.region.tasks;
  ASSERT_EQ(tasks.size(), 3u);
  EXPECT_TRUE(tasks[0].isFirstPass());
  ASSERT_TRUE(tasks[1].is<Combine>());
  EXPECT_EQ(tasks[1].as<Combine>()->combines, 0u);
  ASSERT_TRUE(tasks[2].is<Chunks>());
  EXPECT_FALSE(tasks[2].isFirstPass());
  EXPECT_EQ(tasks[2].as<Chunks>()->secondPassOf, 0u);
}

TEST(Region, VerifyFindsTasksWithoutTheirPartner) {
  LevelsOfC c = scan();
  ASSERT_EQ(c.graph.region.tasks.size(), 3u);
  EXPECT_TRUE(verify(c.program, c.graph.region).empty());
  Region combine = c.graph.region;
  combine.tasks[1].kind = Combine{0, 2};
  expectProblem(c, combine, "task 1 combines no chunks");
  Region second = c.graph.region;
  std::get<Chunks>(second.tasks[2].kind).secondPassOf = 1;
  expectProblem(c, second, "task 2 is the second pass of nothing");
}

TEST(FormRegions, NothingForOneCoreOrWithoutParallelism) {
  EXPECT_TRUE(LevelsOfC("double a[1000];\n"
                        "int main(void) {\n"
                        "  for (int i = 0; i < 1000; i++) a[i] = i;\n"
                        "  return a[4] > 4; }\n",
                        1)
                  .regions.empty());
  EXPECT_TRUE(LevelsOfC("double a[1000];\n"
                        "int main(void) {\n"
                        "  for (int i = 1; i < 1000; i++) a[i] = a[i - 1];\n"
                        "  return a[4] > 4; }\n")
                  .regions.empty());
}

TEST(FormRegions, DoNotReachAcrossWhatMustNotMove) {
  LevelsOfC c("double a[1000], b[1000];\n"
              "int main(int argc, char **argv) {\n"
              "  for (int i = 0; i < 1000; i++) a[i] = i;\n"
              "  if (argc > 3) return 5;\n"
              "  for (int i = 0; i < 1000; i++) b[i] = a[i];\n"
              "  return b[4] > 4; }\n");
  EXPECT_EQ(c.regions.size(), 2u);
}

TEST(FormRegions, IndependentCallsAreTasks) {
  LevelsOfC c("double a[1000], b[1000];\n"
              "static void run(double *x) {\n"
              "  for (int i = 1; i < 1000; i++) x[i] += x[i - 1]; }\n"
              "int main(void) {\n"
              "  run(a);\n"
              "  run(b);\n"
              "  return a[3] + b[4] > 4; }\n");
  ASSERT_EQ(c.regions.size(), 1u);
  ASSERT_EQ(c.graph.region.tasks.size(), 2u);
  EXPECT_EQ(taskName(c.program, c.graph.region.tasks[0]), "call t.c:5");
  EXPECT_TRUE(c.graph.dependences.empty());
}
