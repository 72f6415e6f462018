// SPDX-License-Identifier: Apache-2.0
//
// What is compiled for the cost estimate stays within a budget.

#include "planning/CostBudget.h"

#include "ProgramOfC.h"
#include "taskgraph/FormRegions.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::planning;
using test::ProgramOfC;

namespace {

/// A region in each of two functions; the second one does more work for each
/// statement.
const char *const two =
    "double a[100000], b[100000];\n"
    "static void f(void) {\n"
    "  for (int i = 0; i < 1000; i++) { a[i] = i; b[i] = 2 * i; } }\n"
    "static void g(void) {\n"
    "  for (int i = 0; i < 100000; i++) b[i] = a[i]; }\n"
    "int main(int argc, char **argv) {\n"
    "  for (int t = 0; t < argc; t++) { f(); g(); }\n"
    "  return b[argc] > 0; }\n";

std::vector<taskgraph::Region> regionsOf(const ProgramOfC &c) {
  taskgraph::RegionOptions request;
  request.noCallTasks = true;
  return taskgraph::formRegions(c.program, c.effects, c.verdicts, request);
}

} // namespace

TEST(CostBudget, TheDenserRegionIsKept) {
  ProgramOfC c(two);
  taskgraph::RegionFacts facts(c.program, c.effects, c.verdicts);
  std::vector<taskgraph::Region> regions = regionsOf(c);
  ASSERT_EQ(regions.size(), 2u);
  CostBudget budget(facts, 4);
  std::vector<taskgraph::Region> dropped = budget.dropUnaffordable(regions);
  ASSERT_EQ(regions.size(), 1u);
  ASSERT_EQ(dropped.size(), 1u);
  EXPECT_EQ(c.program[regions[0].function].name, "g");
  EXPECT_EQ(c.program[dropped[0].function].name, "f");
}

TEST(CostBudget, WhatWasSeenCostsNothingMore) {
  ProgramOfC c(two);
  taskgraph::RegionFacts facts(c.program, c.effects, c.verdicts);
  CostBudget budget(facts, 4);
  std::vector<taskgraph::Region> first = regionsOf(c);
  budget.dropUnaffordable(first);
  budget.dropUnaffordable(first);
  EXPECT_EQ(first.size(), 1u);
}

TEST(CostBudget, EnoughDropsNothing) {
  ProgramOfC c(two);
  taskgraph::RegionFacts facts(c.program, c.effects, c.verdicts);
  std::vector<taskgraph::Region> regions = regionsOf(c);
  EXPECT_TRUE(CostBudget(facts, 1000).dropUnaffordable(regions).empty());
  EXPECT_EQ(regions.size(), 2u);
}

TEST(CostBudget, ReachesWhatIsCalled) {
  ProgramOfC c("double a[100000];\n"
               "static double deep(double x) { return x + 1; }\n"
               "static double f(double x) { return deep(x) * 2; }\n"
               "static double never(double x) { return x; }\n"
               "int main(void) {\n"
               "  for (int i = 0; i < 100000; i++) a[i] = f(i);\n"
               "  return never(a[3]) > 0; }\n");
  taskgraph::RegionFacts facts(c.program, c.effects, c.verdicts);
  CostBudget budget(facts, 1000);
  EXPECT_EQ(c.namesOf(budget.reachedFrom(
                taskgraph::formRegions(c.program, c.effects, c.verdicts, {}))),
            (std::set<std::string>{"deep", "f"}));
}
