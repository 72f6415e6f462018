// SPDX-License-Identifier: Apache-2.0
//
// Which functions run in loops, and which outside of regions.

#include "planning/CallReach.h"

#include "ProgramOfC.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::planning;
using test::ProgramOfC;

namespace {

using Names = std::set<std::string>;

const char *const calls = "static int deep(int x) { return x + 1; }\n"
                          "static int in(int x) { return deep(x); }\n"
                          "static int once(int x) { return x * 2; }\n"
                          "int main(void) {\n"
                          "  int sum = once(3);\n"
                          "  for (int i = 0; i < 9; i++) sum += in(i);\n"
                          "  return sum; }\n";

} // namespace

TEST(CallReach, FunctionsOfCallsInLoopsAndBelow) {
  ProgramOfC c(calls);
  EXPECT_EQ(c.namesOf(functionsCalledInLoops(c.program, c.effects)),
            (Names{"deep", "in"}));
}

TEST(CallReach, RecursiveFunctionsAreCalledOften) {
  ProgramOfC c("static int f(int x) { return x < 2 ? 1 : x * f(x - 1); }\n"
               "int main(void) { return f(5); }\n");
  EXPECT_EQ(c.namesOf(functionsCalledInLoops(c.program, c.effects)),
            (Names{"f"}));
}

TEST(CallReach, NobodyKnowsWhoCallsThroughPointers) {
  ProgramOfC c("static int f(int x) { return x; }\n"
               "int (*p)(int) = f;\n"
               "int main(void) { return 0; }\n");
  EXPECT_EQ(c.namesOf(functionsCalledInLoops(c.program, c.effects)),
            (Names{"f"}));
  EXPECT_EQ(c.namesOf(functionsRunOutside(c.program, {})),
            (Names{"f", "main"}));
}

TEST(CallReach, CallsInRegionsDoNotRunOutside) {
  ProgramOfC c(calls);
  EXPECT_EQ(c.namesOf(functionsRunOutside(c.program, {})),
            (Names{"deep", "in", "main", "once"}));
  ir::TextRange loop = c.program[c.loopAt(6)].text;
  EXPECT_EQ(c.namesOf(functionsRunOutside(c.program, {loop})),
            (Names{"main", "once"}));
}
