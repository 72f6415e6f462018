// SPDX-License-Identifier: Apache-2.0
//
// Groups of cores in the plans of regions: which items get them, what may not
// be left out, and what the check of the copies refuses.

#include "LevelsOfC.h"

#include "taskgraph/plan/CheckCopies.h"
#include "taskgraph/plan/LeftOut.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::taskgraph;
using test::LevelsOfC;

namespace {

/// Two chains of loops that keep their order, with whatever stands between.
std::string twoChains(const std::string &before, const std::string &first,
                      const std::string &between, const std::string &second,
                      const std::string &behind) {
  return "double a[1000], b[1000], c[1000], d[1000];\n"
         "int main(int argc, char **argv) {\n" +
         before + "  " + first +
         " {\n"
         "    for (int i = 1; i < 999; i++) b[i] = a[i - 1] + a[i + 1];\n"
         "    for (int i = 1; i < 999; i++) a[i] = b[i]; }\n" +
         between + "  " + second +
         " {\n"
         "    for (int i = 1; i < 999; i++) d[i] = c[i - 1] + c[i + 1];\n"
         "    for (int i = 1; i < 999; i++) c[i] = d[i]; }\n" +
         behind + "}\n";
}

const std::string usual =
    twoChains("", "for (int t = 0; t < 50; t++)", "",
              "for (int t = 0; t < 50; t++)", "  return a[4] + c[4] > 0;\n");

/// Waits cost as much as a chunk, so all cores together gain little.
LevelsOfC withDearWaits(const std::string &text, unsigned cores = 4) {
  LevelsOfC c(text, cores);
  c.soc.costs.syncNs = 2500;
  return c;
}

/// The cores of each compound item of a level, by item.
std::vector<CoreGroup> groupsOf(const LevelsOfC &c, const RegionPlan &plan,
                                LevelIndex level = 0) {
  std::vector<CoreGroup> groups;
  for (const Item &item : c.graph.region.levels[level].items)
    if (item.kind != ItemKind::Task)
      groups.push_back(plan.levels[item.body].cores);
  return groups;
}

} // namespace

TEST(Groups, IndependentChainsShareTheCores) {
  LevelsOfC c = withDearWaits(usual);
  ASSERT_EQ(c.regions.size(), 1u);
  RegionPlan plan = c.plan();
  EXPECT_EQ(groupsOf(c, plan), (std::vector<CoreGroup>{{0, 1}, {2, 3}}));
  EXPECT_LT(plan.levels[0].schedule.period, plan.levels[0].togetherNs);
  EXPECT_TRUE(plan.leavers.empty());
}

TEST(Groups, CoresThatLoseNothingTogetherStayTogether) {
  LevelsOfC c = withDearWaits(usual);
  c.soc.costs.syncNs = 0;
  RegionPlan plan = c.plan();
  EXPECT_EQ(groupsOf(c, plan),
            (std::vector<CoreGroup>{{0, 1, 2, 3}, {0, 1, 2, 3}}));
  EXPECT_EQ(plan.levels[0].togetherNs, 0);
}

TEST(Groups, ChainsThatNeedEachOtherStayTogether) {
  std::string text = usual;
  text.replace(text.find("d[i] = c"), 8, "d[i] = a"); // reads the first's
  LevelsOfC c = withDearWaits(text);
  ASSERT_EQ(c.regions.size(), 1u);
  EXPECT_EQ(c.plan().levels[0].togetherNs, 0);
}

TEST(Groups, SharedCountersAreSetAnewForEachChain) {
  LevelsOfC c = withDearWaits(
      twoChains("  int t;\n", "for (t = 0; t < 50; t++)", "",
                "for (t = 0; t < 50; t++)", "  return a[4] + c[4] > t;\n"));
  ASSERT_EQ(c.regions.size(), 1u);
  RegionPlan plan = c.plan();
  std::vector<CoreGroup> groups = groupsOf(c, plan);
  ASSERT_EQ(groups, (std::vector<CoreGroup>{{0, 1}, {2, 3}}));
  // The counter ends with the second one's value.
  ASSERT_EQ(plan.leavers.size(), 1u);
  EXPECT_EQ(plan.leavers.begin()->second, 2u);
}

TEST(Groups, ACounterThatGoesOnKeepsTheLoopOnAllCores) {
  LevelsOfC c = withDearWaits(
      twoChains("  int t;\n", "for (t = 0; t < 50; t++)", "",
                "for (; t < 100; t++)", "  return a[4] + c[4] > t;\n"));
  ASSERT_EQ(c.regions.size(), 1u);
  EXPECT_EQ(c.plan().levels[0].togetherNs, 0);
  std::set<ItemPlace> free = itemsThatMayBeLeftOut(c.program, c.graph.region);
  EXPECT_EQ(free.size(), 1u); // nobody reads the second one's but its own
}

TEST(Groups, ATaskThatReadsACounterKeepsTheLoopOnAllCores) {
  LevelsOfC c = withDearWaits(
      twoChains("  int t, n = 0;\n", "for (t = 0; t < 50; t++, n += 2)",
                "    for (int i = 0; i < 1000; i++) d[i] = n;\n",
                "for (t = 0; t < 50; t++)", "  return a[4] + c[4] > t;\n"));
  ASSERT_EQ(c.regions.size(), 1u);
  for (const CoreGroup &group : groupsOf(c, c.plan()))
    EXPECT_EQ(group.size(), 4u);
}

TEST(Groups, ScalarsOfTwoLoopsThatMayNotRunKeepAllCores) {
  // Whose value `n` has in the end, nobody knows before.
  LevelsOfC c = withDearWaits(
      twoChains("  int n = 0;\n", "for (int t = 0; t < argc; t++, n = 1)", "",
                "for (int t = 0; t < argc - 7; t++, n = 2)",
                "  return a[4] + c[4] > n;\n"));
  ASSERT_EQ(c.regions.size(), 1u);
  EXPECT_TRUE(itemsThatMayBeLeftOut(c.program, c.graph.region).empty());
}

TEST(Groups, ThreeLevels) {
  const std::string inner = usual.substr(usual.find("  for (int t"));
  std::string text = usual.substr(0, usual.find("  for (int t")) +
                     "  for (int r = 0; r < 20; r++) {\n" +
                     inner.substr(0, inner.find("  return")) +
                     "  }\n  return a[4] + c[4] > 0; }\n";
  LevelsOfC c = withDearWaits(text);
  ASSERT_EQ(c.regions.size(), 1u);
  RegionPlan plan = c.plan();
  EXPECT_EQ(groupsOf(c, plan, 1), (std::vector<CoreGroup>{{0, 1}, {2, 3}}));
  EXPECT_FALSE(plan.beginsGroup(c.graph.region, 1));
  EXPECT_TRUE(plan.beginsGroup(c.graph.region, 2));
}

TEST(Groups, TheCheckRefusesACoreThatReadsWhatItLeftOut) {
  LevelsOfC c = withDearWaits(
      twoChains("  int t;\n", "for (t = 0; t < 50; t++)", "",
                "for (; t < 100; t++)", "  return a[4] + c[4] > t;\n"));
  RegionPlan plan = c.plan();
  EXPECT_NO_THROW(checkCopies(c.program, c.graph.region, plan));
  // As if core 3 left out the first loop.
  LevelIndex first = none;
  LevelPlan &top = plan.levels[0];
  for (const Item &item : c.graph.region.levels[0].items)
    if (first == none && item.kind == ItemKind::Loop)
      first = item.body;
  auto isOfFirst = [&](scheduling::TaskIndex task) {
    return c.graph.region.levels[0].items[top.tasks[task].item].body == first;
  };
  std::erase_if(top.schedule.order[3], isOfFirst);
  plan.levels[first].cores.pop_back();
  EXPECT_THROW(checkCopies(c.program, c.graph.region, plan), std::logic_error);
}

TEST(Groups, TheCheckFindsWhoHasTheValueInTheEnd) {
  LevelsOfC c = withDearWaits(
      twoChains("  int t;\n", "for (t = 0; t < 50; t++)", "",
                "for (t = 0; t < 50; t++)", "  return a[4] + c[4] > t;\n"));
  RegionPlan plan = c.plan();
  // As if core 2 left out the second loop, too.
  LevelPlan &top = plan.levels[0];
  LevelIndex second = none;
  for (const Item &item : c.graph.region.levels[0].items)
    if (item.kind == ItemKind::Loop)
      second = item.body;
  std::erase_if(top.schedule.order[2], [&](scheduling::TaskIndex task) {
    return c.graph.region.levels[0].items[top.tasks[task].item].body == second;
  });
  plan.levels[second].cores = {3};
  EXPECT_EQ(checkCopies(c.program, c.graph.region, plan).begin()->second, 3u);
}
