// SPDX-License-Identifier: Apache-2.0
//
// The table of attempts: which ones are made, with which options, whose verdict
// is taken, and that a spent budget is told.

#include "loops/Attempts.h"
#include "AnalyzedC.h"

#include <gtest/gtest.h>

#include <map>

using namespace hocket;
using namespace hocket::polyhedral;
using test::AnalyzedC;

namespace {

LoopVerdict refused(RemarkId id = RemarkId::MayAlias) {
  LoopVerdict verdict;
  verdict.remark.id = id;
  return verdict;
}

LoopVerdict parallelWith(std::size_t tests) {
  LoopVerdict verdict;
  verdict.of = DoallLoop{};
  verdict.conditions.resize(tests);
  return verdict;
}

/// The options with a letter for each that is set.
std::string nameOf(const LoopOptions &options) {
  std::string name;
  name += options.mayAssumeRanges ? "r" : "";
  name += options.followsPointers ? "p" : "";
  name += options.followsMonotonic ? "c" : "";
  name += options.selectsPlaces ? "" : "-";
  return name.empty() ? "plain" : name;
}

/// Goes through the table with prepared results, by name; others are refused
/// without wanting anything.
struct Play {
  std::map<std::string, AttemptResult> results;
  std::vector<std::string> made;
  std::map<std::string, unsigned long> budgets;

  Attempted run(bool mayFollowMonotonic = true) {
    LoopOptions given;
    given.mayFollowMonotonic = mayFollowMonotonic;
    given.islBudget = 1000;
    return tryInOrder(given, [&](const LoopOptions &options) {
      std::string name = nameOf(options);
      made.push_back(name);
      budgets[name] = options.islBudget;
      auto it = results.find(name);
      return it == results.end() ? AttemptResult{refused()} : it->second;
    });
  }
};

using Names = std::vector<std::string>;

} // namespace

TEST(Attempts, OneIsEnoughWhereNothingIsWanted) {
  Play play;
  EXPECT_FALSE(play.run().gaveUp);
  EXPECT_EQ(play.made, Names{"plain"});
}

TEST(Attempts, OrderOfCostWhereAllIsWanted) {
  Play play;
  for (const char *name : {"plain", "r", "p", "rp", "rc", "rpc"})
    play.results[name] = {refused(), {true, true, true}, true};
  play.run();
  EXPECT_EQ(play.made, (Names{"plain", "-", "r", "r-", "p", "p-", "rp", "rp-",
                              "rc", "rc-", "rpc", "rpc-"}));
  EXPECT_EQ(play.made.size(), attempts().size());
}

TEST(Attempts, MonotonicIndicesHaveALargerBudget) {
  Play play;
  play.results["plain"] = {refused(), {false, false, true}, false};
  play.run();
  EXPECT_EQ(play.made, (Names{"plain", "rc"}));
  EXPECT_EQ(play.budgets["plain"], 1000u);
  EXPECT_EQ(play.budgets["rc"], 1000u * policy.isl.monotonicFactor);
}

TEST(Attempts, PointersAreFollowedToSaveTests) {
  Play play;
  play.results["plain"] = {parallelWith(3), {false, true, true}, false};
  play.results["p"] = {parallelWith(1), {}, false};
  EXPECT_EQ(play.run().verdict->conditions.size(), 1u);
  EXPECT_EQ(play.made, (Names{"plain", "p"}));
  play.results["p"] = {parallelWith(4), {}, false};
  EXPECT_EQ(play.run().verdict->conditions.size(), 3u);
}

TEST(Attempts, AParallelLoopWithoutTestsIsLeftAlone) {
  Play play;
  play.results["plain"] = {parallelWith(0), {true, true, true}, true};
  play.run();
  EXPECT_EQ(play.made, Names{"plain"});
}

TEST(Attempts, ALaterRefusalSaysMoreOnlyOfCounting) {
  Play play;
  play.results["plain"] = {refused(), {true, false, false}, false};
  play.results["r"] = {refused(RemarkId::NonAffineAccess), {}, false};
  EXPECT_EQ(play.run().verdict->remark.id, RemarkId::MayAlias);
  play.results["plain"].verdict->remark.id = RemarkId::UncountedLoop;
  EXPECT_EQ(play.run().verdict->remark.id, RemarkId::NonAffineAccess);
}

TEST(Attempts, ASpentBudgetIsToldWhateverComesAfterIt) {
  Play play;
  play.results["plain"] = {refused(), {false, true, true}, false};
  play.results["p"] = {};
  Attempted attempted = play.run();
  EXPECT_EQ(play.made, (Names{"plain", "p", "rc", "rpc"}));
  ASSERT_TRUE(attempted.gaveUp);
  EXPECT_STREQ(attempted.gaveUp->name, "following pointers");
  EXPECT_EQ(attempted.verdict->remark.id, RemarkId::MayAlias);
}

TEST(Attempts, NothingIsKnownIfTheFirstGivesUp) {
  Play play;
  play.results["plain"] = {};
  Attempted attempted = play.run();
  EXPECT_FALSE(attempted.verdict);
  EXPECT_TRUE(attempted.gaveUp);
}

TEST(Attempts, TheRemarkBlamesTheBudget) {
  LoopOptions few;
  few.islBudget = 20;
  AnalyzedC c("double a[100][100], b[100][100];\n"
              "void f(void) { for (int i = 1; i < 99; i++)\n"
              "  for (int j = 1; j < 99; j++)\n"
              "    a[i][j] = b[i - 1][j] + b[i + 1][j] + b[j][i]; }\n",
              few, true);
  EXPECT_EQ(c.kind(), "over-budget");
  EXPECT_EQ(c.verdict().remark.args.at(0), "20");
  EXPECT_TRUE(c.verdict().isUndecided());
}

TEST(Attempts, IndicesThatDataMovesCanBeLeftOut) {
  Play play;
  play.results["plain"] = {refused(), {false, false, true}, false};
  EXPECT_EQ(play.run().numTried, 2u);
  EXPECT_EQ(play.run(false).numTried, 1u);
}

TEST(Attempts, LoopsThatNobodyDecidedAreTriedAgain) {
  std::string text = "double a[100][100], b[100][100];\n"
                     "void f(void) { for (int i = 1; i < 99; i++)\n"
                     "  for (int j = 1; j < 99; j++)\n"
                     "    a[i][j] = b[i - 1][j] + b[i + 1][j]; }\n";
  LoopOptions options;
  options.islBudget = 20;
  EXPECT_EQ(AnalyzedC(text, options, true).kind(), "over-budget");
  options.retryBudget = 30;
  EXPECT_EQ(AnalyzedC(text, options, true).verdict().remark.args.at(0), "30");
  options.retryBudget = 100000;
  EXPECT_EQ(AnalyzedC(text, options, true).kind(), "doall");
}

TEST(Attempts, ARefusalForWantOfBudgetSaysSoWhereverItEnds) {
  // Parallel only by a later attempt: the entry tests that 2 * v does not wrap.
  // What is read lies behind all that is written, which isl is asked.
  std::string text = "double a[1000];\n"
                     "void f(unsigned u, long w) {\n"
                     "  for (unsigned v = 0; v < u; v++)\n"
                     "    for (long x = 9; x < w; x++)\n"
                     "      if (x > u)\n"
                     "        a[2 * v] = a[2 * x] + a[3 * x + 1] + a[4 * x]\n"
                     "          + a[2 * x + w] + a[5 * x + v] + a[6 * x]; }\n";
  bool isSpent = false, isEnough = false, isLate = false;
  for (unsigned long budget = 256; budget < 100000; budget += 1 + budget / 64) {
    LoopOptions options;
    options.islBudget = budget;
    AnalyzedC c(text, options, true);
    isEnough |= c.kind() == "doall";
    if (c.kind() == "doall")
      continue;
    isSpent = true;
    EXPECT_EQ(c.kind(), "over-budget") << budget;
    isLate |= !c.verdict().isUndecided();
  }
  EXPECT_TRUE(isSpent);
  EXPECT_TRUE(isLate); // some attempt was decided, a later one gave up
  EXPECT_TRUE(isEnough);
}
