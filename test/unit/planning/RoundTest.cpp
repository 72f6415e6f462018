// SPDX-License-Identifier: Apache-2.0
//
// One round by its parts: candidates, what they are weighed by, what their
// entries test, and what is refused.

#include "planning/CalleeGains.h"
#include "planning/Candidates.h"
#include "planning/Choice.h"
#include "planning/EntryCosts.h"
#include "planning/Estimates.h"
#include "planning/Weights.h"

#include "ProgramOfC.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace hocket;
using namespace hocket::planning;
using test::ProgramOfC;

namespace {

/// What one round gives, with all that it lives on.
struct Round {
  const ProgramOfC &c;
  Context context;
  Caches caches;
  Findings findings;
  std::vector<PlannedRegion> regions;

  explicit Round(const ProgramOfC &c, std::set<ir::NodeId> apart = {})
      : c(c), context(c.understood(), c.naming, c.soc, c.options),
        caches(context.facts, c.options.costBudget) {
    findings.request.apart = std::move(apart);
    findings.request.cores = unsigned(context.cores.size());
    findings.request.noCallTasks = c.options.noCallTasks;
    next();
  }
  void next() {
    std::string problem;
    findings.isChanged = false;
    regions = planCandidates(
        context, candidateGraphs(context, caches, findings), caches, problem);
  }
  void refuse() { refuseWhatDoesNotPay(context, regions, findings); }
};

const char *const manyAndFew =
    "double a[1000000], b[32];\n"
    "int main(int argc, char **argv) {\n"
    "  for (int i = 0; i < 1000000; i++) a[i] = i;\n"
    "  for (int i = 0; i < 32; i++) b[i] = a[argc] + i;\n"
    "  return b[argc] > 0; }\n";

const char *const timeLoop =
    "double a[10000], b[10000];\n"
    "int main(int argc, char **argv) {\n"
    "  for (int t = 0; t < 10; t++) {\n"
    "    for (int i = 1; i < 9999; i++) b[i] = a[i - 1] + a[i + 1];\n"
    "    for (int i = 1; i < 9999; i++) a[i] = b[i]; }\n"
    "  return a[4] > 0; }\n";

const char *const helper = "double a[1000000];\n"
                           "static void fill(void) {\n"
                           "  for (int i = 0; i < 1000000; i++) a[i] += i; }\n"
                           "int main(int argc, char **argv) {\n"
                           "  fill();\n"
                           "  for (int t = 0; t < 10; t++) fill();\n"
                           "  return a[argc] > 0; }\n";

const std::vector<std::string> severalFiles = {
    "double first(double), second(double), third(double);\n"
    "double a[1000000], b[1000000];\n"
    "int main(int argc, char **argv) {\n"
    "  for (int i = 0; i < 1000000; i++) a[i] = first(i);\n"
    "  for (int i = 0; i < 1000000; i++) b[i] = second(i);\n"
    "  a[argc] = third(a[argc]);\n"
    "  return a[argc] + b[argc] > 0; }\n",
    "double first(double x) { return x * x + 1; }\n"
    "double second(double x) { return x / 3 - x / 7; }\n",
    "double third(double x) { return x + 3; }\n"};

} // namespace

TEST(Round, WhatIsTooSmallIsRefusedBeforeTheRegion) {
  ProgramOfC c(manyAndFew);
  c.soc.costs.regionEntryNs = 1e9;
  Round round(c);
  ASSERT_EQ(round.regions.size(), 1u);
  round.refuse();
  EXPECT_TRUE(round.findings.isChanged);
  EXPECT_EQ(round.findings.request.tooSmall, (std::set{c.loopAt(4)}));
  EXPECT_TRUE(round.findings.request.notAsRegion.empty());
  // The next round has the long loop alone, which does not pay for the entry.
  round.next();
  ASSERT_EQ(round.regions.size(), 1u);
  round.refuse();
  EXPECT_EQ(round.findings.request.tooSmall, (std::set{c.loopAt(4)}));
  EXPECT_EQ(round.findings.request.notAsRegion.size(), 1u);
  EXPECT_EQ(round.findings.refusals.tooSmall.count(c.loopAt(3)), 1u);
}

TEST(Round, NothingIsRefusedWhereAllPays) {
  ProgramOfC c(timeLoop);
  Round round(c);
  ASSERT_EQ(round.regions.size(), 1u);
  round.refuse();
  EXPECT_FALSE(round.findings.isChanged);
}

TEST(Round, LevelsCountAsOftenAsTheyRepeat) {
  ProgramOfC c(timeLoop);
  Round round(c);
  ASSERT_EQ(round.regions.size(), 1u);
  const PlannedRegion &r = round.regions[0];
  ASSERT_EQ(r.graph.region.levels.size(), 2u);
  std::vector<double> sequential = sequentialNs(r);
  // Beside the ten repetitions stands the time loop's own start, a few ns.
  EXPECT_GE(sequential[0], 10 * sequential[1]);
  EXPECT_LT(sequential[0], 10 * sequential[1] + 10);
  EXPECT_TRUE(levelPays(round.context, r, 1, sequential));
}

TEST(Round, DearWaitsMakeALevelNotPay) {
  ProgramOfC c(timeLoop);
  c.soc.costs.syncNs = c.soc.costs.syncAcrossNs = 1e7;
  Round round(c);
  ASSERT_EQ(round.regions.size(), 1u);
  EXPECT_FALSE(levelPays(round.context, round.regions[0], 1,
                         sequentialNs(round.regions[0])));
}

namespace {

/// Two calls in one side of a branch, one in the other; of so many iterations.
std::string twoSides(const std::string &trips) {
  return "int a, b, c, n; static void work(int *p) {\n"
         "  for (int i = 0; i < " +
         trips +
         "; i++) *p = *p * 5 + i; }\n"
         "int main(int argc, char **argv) {\n"
         "  if (argc > 3) { work(&a); work(&b); } else work(&c);\n"
         "  return a + b + c > 7; }\n";
}

/// By side: the level pays.
std::vector<bool> sidesThatPay(const std::string &text) {
  ProgramOfC c(text);
  Round round(c);
  if (round.regions.size() != 1)
    return {};
  const PlannedRegion &r = round.regions[0];
  std::vector<bool> result;
  for (taskgraph::LevelIndex l = 1; l < r.graph.region.levels.size(); ++l)
    result.push_back(levelPays(round.context, r, l, sequentialNs(r)));
  return result;
}

} // namespace

TEST(Round, SidesOfABranchAreWeighedTogether) {
  EXPECT_EQ(sidesThatPay(twoSides("100000")), (std::vector<bool>{true, true}));
  // Nobody knows how much either does.
  EXPECT_EQ(sidesThatPay(twoSides("n")), (std::vector<bool>{true, false}));
}

TEST(Round, ConstantWorkIsNotTestedOnEntry) {
  ProgramOfC c(manyAndFew);
  Round round(c);
  ASSERT_EQ(round.regions.size(), 1u);
  EXPECT_TRUE(round.regions[0].entry.tests.empty());
  EXPECT_FALSE(round.regions[0].work.isTested);
}

TEST(Round, UnknownTripsAreTestedOnEntry) {
  ProgramOfC c("double a[1000000];\n"
               "int main(int argc, char **argv) {\n"
               "  for (int i = 0; i < argc; i++) a[i] = i;\n"
               "  return a[3] > 0; }\n");
  Round round(c);
  ASSERT_EQ(round.regions.size(), 1u);
  const PlannedRegion &r = round.regions[0];
  EXPECT_TRUE(r.work.isTested);
  EXPECT_FALSE(r.work.isEnteredOften);
  ASSERT_EQ(r.entry.tests.size(), 1u);
  const taskgraph::WorkTest &test = r.entry.tests[0];
  ASSERT_EQ(test.terms.size(), 1u);
  EXPECT_EQ(test.terms[0].trips, (std::vector{c.loopAt(3)}));
  // Two cores save about half, so the work is about twice the entry.
  EXPECT_GT(test.atLeastNs, 1.5 * 2000);
  EXPECT_LT(test.atLeastNs, 3 * 2000);
}

TEST(Round, FunctionsCalledInLoopsAreEnteredOften) {
  ProgramOfC c(helper);
  c.options.noCallTasks = true;
  Round round(c);
  ASSERT_EQ(round.regions.size(), 1u);
  EXPECT_TRUE(round.regions[0].work.isEnteredOften);
}

TEST(Round, CalleesGainInEachCall) {
  ProgramOfC c(helper);
  c.options.noCallTasks = true;
  Round round(c);
  ASSERT_EQ(round.regions.size(), 1u);
  const PlannedRegion &r = round.regions[0];
  CalleeGains gains(round.context, round.regions);
  double own = r.plan.sequentialNs - r.plan.parallelNs;
  auto main =
      std::find_if(c.program.functions.begin(), c.program.functions.end(),
                   [](const ir::Function &f) { return f.name == "main"; });
  ASSERT_NE(main, c.program.functions.end());
  EXPECT_DOUBLE_EQ(gains.below(main->body), 11 * own);
  EXPECT_DOUBLE_EQ(gains.below(c.loopAt(6)), 10 * own);
}

TEST(Round, RegionsThatDoNotPayGainNothing) {
  ProgramOfC c(helper);
  c.options.noCallTasks = true;
  c.soc.costs.regionEntryNs = 1e9;
  Round round(c);
  ASSERT_EQ(round.regions.size(), 1u);
  CalleeGains gains(round.context, round.regions);
  EXPECT_DOUBLE_EQ(gains.below(c.loopAt(6)), 0);
}

TEST(Round, OneShapeIsComputedOnce) {
  ProgramOfC c(timeLoop);
  Round round(c);
  ASSERT_EQ(round.caches.dependences.byFirstTask.size(), 1u);
  DependenceCache::Known &known =
      round.caches.dependences.byFirstTask.begin()->second;
  ASSERT_FALSE(known.dependences.empty());
  // Seen again, the shape has what is kept for it.
  known.dependences.clear();
  auto ask = [&](unsigned minIterations) {
    return dependencesOf(round.context.index, c.verdicts,
                         round.regions[0].graph.region.shape(minIterations),
                         c.options.islBudget, true, round.caches.dependences)
        .size();
  };
  EXPECT_EQ(ask(policy.region.minIterationsPerChunk), 0u);
  EXPECT_NE(ask(policy.region.minIterationsPerChunk + 1), 0u);
}

TEST(Round, CompilesForItsCostsWhatItsTasksCall) {
  ProgramOfC c(severalFiles);
  c.options.roughCosts = false;
  Round round(c, {c.loopAt(5)});
  ASSERT_EQ(round.regions.size(), 1u);
  const auto &exported = round.caches.costs.exported;
  EXPECT_EQ(exported.at({0, 1}).asked, std::set<std::string>{"first"});
  EXPECT_EQ(exported.count({0, 2}), 0u) << "nothing of it is called";
}

TEST(Round, CompilesMoreWhereALaterRoundCallsIt) {
  ProgramOfC c(severalFiles);
  c.options.roughCosts = false;
  Round round(c, {c.loopAt(5)});
  round.findings.request.apart.clear();
  round.next();
  ASSERT_FALSE(round.regions.empty());
  const auto &exported = round.caches.costs.exported.at({0, 1});
  EXPECT_EQ(exported.costs.count("first"), 1u);
  EXPECT_EQ(exported.costs.count("second"), 1u);
}
