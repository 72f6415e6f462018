// SPDX-License-Identifier: Apache-2.0
//
// Rounds of planning, with rough costs: which regions are left, and why others
// are not.

#include "ProgramOfC.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::planning;
using test::ProgramOfC;

namespace {

/// A loop of many iterations in line 3, and one of few in line 4.
const char *const manyAndFew =
    "double a[1000000], b[32];\n"
    "int main(int argc, char **argv) {\n"
    "  for (int i = 0; i < 1000000; i++) a[i] = i;\n"
    "  for (int i = 0; i < 32; i++) b[i] = a[argc] + i;\n"
    "  return b[argc] > 0; }\n";

} // namespace

TEST(PlanProgram, ALoopOfFewIterationsIsNotCut) {
  ProgramOfC c(manyAndFew);
  PlannedProgram planned = c.plan();
  ASSERT_EQ(planned.regions.size(), 1u);
  unsigned cut = 0;
  for (const taskgraph::MacroTask &task : planned.regions[0].graph.region.tasks)
    if (task.is<taskgraph::Chunks>()) {
      ++cut;
      EXPECT_EQ(task.node, c.loopAt(3));
    }
  EXPECT_EQ(cut, 1u);
  ASSERT_EQ(planned.refusals.tooSmall.count(c.loopAt(4)), 1u);
  TooLittle why = planned.refusals.tooSmall.at(c.loopAt(4));
  EXPECT_LT(why.workNs, why.neededNs);
}

TEST(PlanProgram, WhatPaysIsWeighed) {
  ProgramOfC c(manyAndFew);
  PlannedProgram planned = c.plan();
  ASSERT_EQ(planned.regions.size(), 1u);
  const profitability::RegionWork &work = planned.regions[0].work;
  EXPECT_TRUE(profitability::pays(work, policy.profit));
  EXPECT_DOUBLE_EQ(work.entryNs, 2000);
  EXPECT_FALSE(work.isTested);
  EXPECT_FALSE(work.isEnteredOften);
  EXPECT_LT(work.parallelNs, work.sequentialNs);
}

TEST(PlanProgram, DearWaitsLeaveNothing) {
  ProgramOfC c(manyAndFew);
  c.soc.costs.regionEntryNs = 1e9;
  EXPECT_TRUE(c.plan().regions.empty());
}

TEST(PlanProgram, AlwaysParallelCutsAll) {
  ProgramOfC c(manyAndFew);
  c.options.alwaysParallel = true;
  PlannedProgram planned = c.plan();
  ASSERT_EQ(planned.regions.size(), 1u);
  EXPECT_TRUE(planned.refusals.tooSmall.empty());
}

TEST(PlanProgram, OneCoreHasNoRegions) {
  ProgramOfC c(manyAndFew, 1);
  PlannedProgram planned = c.plan();
  EXPECT_TRUE(planned.regions.empty());
  EXPECT_EQ(planned.cores.size(), 1u);
}

TEST(PlanProgram, WhatTheProfileNeverSawIsLeftOut) {
  ProgramOfC c(manyAndFew);
  c.measured.nodes[c.loopAt(3)] = {};
  PlannedProgram planned = c.plan();
  EXPECT_TRUE(planned.regions.empty());
  EXPECT_EQ(planned.refusals.neverRun, (std::set{c.loopAt(3)}));
}

TEST(PlanProgram, RegionsOfFunctionsThatRunInTasksAreDropped) {
  ProgramOfC c("double a[64][100000];\n"
               "static void row(double *p) {\n"
               "  for (int i = 0; i < 100000; i++) p[i] = i; }\n"
               "int main(int argc, char **argv) {\n"
               "  for (int r = 0; r < 64; r++) row(a[r]);\n"
               "  return a[argc][argc] > 0; }\n");
  PlannedProgram planned = c.plan();
  ASSERT_EQ(planned.regions.size(), 1u);
  EXPECT_EQ(c.program[planned.regions[0].graph.region.function].name, "main");
  EXPECT_EQ(c.namesOf(planned.refusals.runInTasks),
            (std::set<std::string>{"row"}));
}

TEST(PlanProgram, TheSameInputGivesTheSamePlan) {
  ProgramOfC c(manyAndFew);
  PlannedProgram first = c.plan(), second = c.plan();
  ASSERT_EQ(first.regions.size(), second.regions.size());
  EXPECT_DOUBLE_EQ(first.regions[0].plan.parallelNs,
                   second.regions[0].plan.parallelNs);
}

TEST(PlanProgram, OnlyTheFunctionsThatAreAskedForHaveRegions) {
  ProgramOfC c("double a[1000000], b[1000000];\n"
               "void f(void) {\n"
               "  for (int i = 0; i < 1000000; i++) a[i] = i; }\n"
               "void g(void) {\n"
               "  for (int i = 0; i < 1000000; i++) b[i] = i; }\n"
               "int main(int argc, char **argv) {\n"
               "  f(); g(); return a[argc] + b[argc] > 0; }\n");
  c.options.noCallTasks = true;
  ASSERT_EQ(c.plan().regions.size(), 2u);
  c.options.only = {c.program[c.loopAt(5)].function};
  const PlannedProgram planned = c.plan();
  ASSERT_EQ(planned.regions.size(), 1u);
  EXPECT_EQ(planned.regions[0].graph.region.function, *c.options.only.begin());
}
