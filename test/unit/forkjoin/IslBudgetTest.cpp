// SPDX-License-Identifier: Apache-2.0
//
// Functions that call themselves for parts of their work: what is found, and
// that a spent budget is told wherever it ends.

#include "forkjoin/DividedCalls.h"
#include "AnalyzedC.h"
#include "support/Policy.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;
using test::AnalyzedC;

namespace {

const char *const halves = "static int a[1000];\n"
                           "static void raise(int *x, long n) {\n"
                           "  if (n < 2) { x[0]++; return; }\n"
                           "  raise(x, n / 2);\n"
                           "  raise(x + n / 2, n - n / 2);\n"
                           "}\n"
                           "int main(void) { raise(a, 1000); return a[9]; }\n";

Remark remarkWith(const AnalyzedC &c, unsigned long budget) {
  DividedCalls found = findDividedCalls(c.program, c.effects, budget);
  return found.remarks.size() == 1 ? found.remarks.front() : Remark{};
}

} // namespace

TEST(ForkJoinBudget, IsEnoughForHalves) {
  AnalyzedC c(halves);
  EXPECT_EQ(remarkWith(c, policy.isl.forkJoin).id, RemarkId::DividedWork);
}

TEST(ForkJoinBudget, TheBudgetIsToldWhereverItEnds) {
  AnalyzedC c(halves);
  bool isSpent = false, isEnough = false;
  for (unsigned long budget = 16; budget < policy.isl.forkJoin;
       budget += budget / 4) {
    Remark remark = remarkWith(c, budget);
    isEnough |= remark.id == RemarkId::DividedWork;
    if (remark.id == RemarkId::DividedWork)
      continue;
    isSpent = true;
    EXPECT_EQ(remark.id, RemarkId::OrderedParts);
    EXPECT_NE(remark.message().find("in time"), std::string::npos)
        << budget << ": " << remark.message();
  }
  EXPECT_TRUE(isSpent);
  EXPECT_TRUE(isEnough);
}
