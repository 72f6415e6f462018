// SPDX-License-Identifier: Apache-2.0
//
// Functions that call themselves for parts of their work: which of their calls
// may be tasks, and that a spent budget is told as such.

#include "forkjoin/ForkJoinCalls.h"

#include "AnalyzedC.h"
#include "support/Policy.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;

namespace {

constexpr const char *halves =
    "static void half(int *a, int low, int high) {\n"
    "  if (high - low < 2) { if (low < high) a[low] = a[low] * 3; return; }\n"
    "  int middle = low + (high - low) / 2;\n"
    "  half(a, low, middle);\n"
    "  half(a, middle, high);\n"
    "}\n"
    "int data[1000];\n"
    "int main(void) { half(data, 0, 1000); return data[7]; }\n";

ForkJoinCalls divide(const std::string &text, unsigned long budget) {
  test::AnalyzedC c(text);
  return findForkJoinCalls(c.program, c.effects, budget);
}

std::string remarkOn(const ForkJoinCalls &found) {
  return found.remarks.empty() ? "" : found.remarks.front().message();
}

} // namespace

TEST(ForkJoinCalls, HalvesThatWriteTheirOwnPart) {
  ForkJoinCalls found = divide(halves, policy.isl.forkJoin);
  ASSERT_EQ(found.functions.size(), 1u);
  ASSERT_EQ(found.functions[0].groups.size(), 1u);
  EXPECT_EQ(found.functions[0].groups[0].calls.size(), 2u);
  EXPECT_EQ(found.functions[0].entries.size(), 1u);
  EXPECT_EQ(found.functions[0].remark.id, RemarkId::ForkJoin);
}

TEST(ForkJoinCalls, HalvesThatOverlapStayInOrder) {
  std::string text = halves;
  const std::string second = "half(a, middle, high)";
  text.replace(text.find(second), second.size(), "half(a, middle - 1, high)");
  ForkJoinCalls found = divide(text, policy.isl.forkJoin);
  EXPECT_TRUE(found.functions.empty());
  ASSERT_EQ(found.remarks.size(), 1u);
  EXPECT_EQ(found.remarks[0].id, RemarkId::OrderedParts);
  EXPECT_EQ(remarkOn(found).find("in time"), std::string::npos);
}

TEST(ForkJoinCalls, ASpentBudgetIsToldAsSuch) {
  for (unsigned long budget : {1ul, 20ul, 100ul}) {
    ForkJoinCalls found = divide(halves, budget);
    EXPECT_TRUE(found.functions.empty());
    ASSERT_EQ(found.remarks.size(), 1u);
    EXPECT_EQ(found.remarks[0].id, RemarkId::OrderedParts);
    EXPECT_NE(remarkOn(found).find("it was not found out in time"),
              std::string::npos)
        << remarkOn(found);
  }
}
