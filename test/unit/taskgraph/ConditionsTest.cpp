// SPDX-License-Identifier: Apache-2.0
//
// Earliest executable conditions of regions made of C text.
#include "taskgraph/conditions/Conditions.h"

#include "LevelsOfC.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::taskgraph;
using test::LevelsOfC;

namespace {

/// Work that no core shares: `spin(3)` writes x[3].
const std::string spin =
    "int x[9]; static void spin(int *p, int *from) {\n"
    "  for (int i = 1; i < 1000; i++) *p = *p * 5 + *from + i; }\n"
    "int a, b, c, d, e;\n";

std::vector<ConditionedTask> conditionsOf(const LevelsOfC &c) {
  return executableConditions(c.program, c.graph.region, c.graph.dependences);
}

/// "1 SB when true", line by line.
std::string conditions(const std::string &body) {
  LevelsOfC c(spin + "int main(int argc, char **argv) {\n" + body +
              "return 0; }\n");
  std::string text;
  unsigned number = 0;
  for (const ConditionedTask &task : conditionsOf(c))
    text += std::to_string(++number) + ' ' + blockName(task.kind) + " when " +
            conditionText(task) + '\n';
  return text;
}

} // namespace

TEST(Conditions, WhatIsNeededHasToBeFinished) {
  EXPECT_EQ(conditions("spin(&a, &e); spin(&b, &a); spin(&c, &e);\n"
                       "spin(&d, &b);\n"),
            "1 SB when true\n2 SB when 1\n3 SB when true\n4 SB when 2\n");
}

TEST(Conditions, WhatAnotherTermSaysIsLeftOut) {
  // The last needs a, too; but b was not there before that.
  EXPECT_EQ(conditions("spin(&a, &e); spin(&b, &a); a = b + 1;\n"
                       "spin(&c, &a);\n"),
            "1 SB when true\n2 SB when 1\n3 BB when 2\n4 SB when 3\n");
}

TEST(Conditions, SidesOfBranches) {
  EXPECT_EQ(conditions("spin(&a, &e);\n"
                       "if (argc > 3) { spin(&b, &a); spin(&c, &e); }\n"
                       "else { spin(&d, &e); spin(&b, &e); }\n"
                       "spin(&e, &b);\n"),
            "1 SB when true\n"
            "2 BB when true\n"
            "3 SB when 1 AND 2_t\n"
            "4 SB when 2_t\n"
            "5 SB when 2_f\n"
            "6 SB when 2_f\n"
            "7 SB when 1 AND (3 OR 2_f) AND (4 OR 2_f) AND (5 OR 2_t) AND (6 "
            "OR 2_t)\n");
}

TEST(Conditions, BranchesInBranches) {
  EXPECT_EQ(conditions("if (argc > 3) { spin(&a, &a);\n"
                       "  if (argc > 4) { spin(&b, &b); spin(&c, &c); }\n"
                       "  spin(&d, &b); }\n"
                       "spin(&e, &b);\n"),
            "1 BB when true\n"
            "2 SB when 1_t\n"
            "3 BB when 1_t\n"
            "4 SB when 3_t\n"
            "5 SB when 3_t\n"
            "6 SB when (4 OR 3_f) AND 1_t\n"
            "7 SB when (4 OR 1_f OR 3_f)\n");
}

TEST(Conditions, SidesDoNotNeedEachOther) {
  EXPECT_EQ(conditions("if (argc > 3) { spin(&a, &e); spin(&b, &e); }\n"
                       "else { spin(&b, &a); spin(&a, &e); }\n"),
            "1 BB when true\n2 SB when 1_t\n3 SB when 1_t\n"
            "4 SB when 1_f\n5 SB when 4 AND 1_f\n");
}

TEST(Conditions, LoopsAreLayers) {
  LevelsOfC c("double a[1000], b[1000];\n"
              "int main(int argc, char **argv) {\n"
              "  for (int t = 0; t < 50; t++) {\n"
              "    for (int i = 1; i < 999; i++) b[i] = a[i - 1] + a[i + 1];\n"
              "    if (t > argc)\n"
              "      for (int i = 1; i < 999; i++) a[i] = b[i]; }\n"
              "  return a[4] > 0; }\n");
  std::vector<ConditionedTask> all = conditionsOf(c);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].kind, BlockKind::Repetition);
  EXPECT_EQ(all[0].layer, 0u);
  EXPECT_EQ(all[1].layer, all[0].body);
  EXPECT_EQ(conditionText(all[1]), "true");
  EXPECT_TRUE(all[2].isBranch);
  EXPECT_EQ(conditionText(all[3]), "2 AND 3_t");
  // Under the branch in its layer, not under the loop.
  auto decisions = decisionsOf(c.program, c.graph.region);
  EXPECT_EQ(decisions.at(all[3].tasks[0]),
            (std::vector<std::pair<TaskId, bool>>{{all[2].tasks[0], true}}));
}

TEST(Conditions, WhatCombinesChunksIsPartOfTheLoop) {
  LevelsOfC c("int a[1000], s;\n"
              "int main(int argc, char **argv) {\n"
              "  for (int i = 0; i < 1000; i++) s += a[i] * i;\n"
              "  for (int i = 0; i < 1000; i++) a[i] = s;\n"
              "  return a[4] > 0; }\n");
  std::vector<ConditionedTask> all = conditionsOf(c);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].tasks.size(), 2u);
  EXPECT_EQ(conditionText(all[1]), "1");
}
