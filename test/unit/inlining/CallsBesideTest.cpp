// SPDX-License-Identifier: Apache-2.0
//
// Which calls and conditions are tried as levels and tasks of their own.
#include "inlining/CallsBeside.h"

#include "AnalyzedC.h"
#include "inlining/ConditionTasks.h"
#include "inlining/InlineCalls.h"

#include <gtest/gtest.h>

using namespace hocket;
using hocket::polyhedral::test::AnalyzedC;

namespace {

const std::string functions =
    "double x[1000], y[1000], z[1000]; int n, m;\n"
    "static void step(double *a) {\n"
    "  for (int i = 0; i < 1000; i++) a[i] = a[i] * 0.5 + 1; }\n"
    "static int check(double *a) { int k = 0;\n"
    "  for (int i = 0; i < 1000; i++) k = k * 3 + (a[i] > k); return k; }\n"
    "static int small(void) { return n; }\n";

std::string program(const std::string &body) {
  return functions + "int main(int argc, char **argv) {\n" + body +
         "\nreturn x[0] > y[0]; }\n";
}

/// Lines of the calls, main's body beginning with 8, and of what is beside.
std::vector<std::pair<unsigned, unsigned>> beside(const std::string &body) {
  AnalyzedC c(program(body));
  std::vector<std::pair<unsigned, unsigned>> lines;
  for (const auto &[call, others] :
       inlining::callsBesideWork(c.program, c.effects))
    for (ir::NodeId other : others)
      lines.push_back(
          {c.program[call].location.line, c.program[other].location.line});
  return lines;
}

std::size_t branches(const std::string &body) {
  AnalyzedC c(program(body));
  return inlining::branchesOnCalls(c.program, c.effects).size();
}

using Lines = std::vector<std::pair<unsigned, unsigned>>;

} // namespace

TEST(CallsBeside, WhatDoesNotMeet) {
  EXPECT_EQ(beside("step(x);\nstep(y);"), (Lines{{8, 9}, {9, 8}}));
  EXPECT_EQ(beside("step(x);\nfor (int i = 0; i < 1000; i++) y[i] = i;"),
            (Lines{{8, 9}}));
}

TEST(CallsBeside, WhatMeets) {
  EXPECT_EQ(beside("step(x);\nstep(x);"), Lines{});
  // By what stands between them.
  EXPECT_EQ(beside("n = check(x);\ny[n] = n;\nstep(y);"), Lines{});
  EXPECT_EQ(beside("n = check(x);\nm = n;\nstep(y);"),
            (Lines{{8, 10}, {10, 8}}));
  // One returns in between.
  EXPECT_EQ(beside("step(x);\nif (argc > 3) return 1;\nstep(y);"), Lines{});
}

TEST(CallsBeside, OnlyBesideWorkAndOutsideOfLoops) {
  EXPECT_EQ(beside("step(x);\nn = small();"), Lines{});
  EXPECT_EQ(beside("for (int t = 0; t < 9; t++) {\nstep(x);\nstep(y); }"),
            Lines{});
}

TEST(ConditionTasks, BranchesThatCanBeWritten) {
  EXPECT_EQ(branches("if (check(x)) step(y); else step(z);"), 1u);
  EXPECT_EQ(branches("if (argc > 1 && check(x) > 3) { step(y); }"), 1u);
  EXPECT_EQ(branches("if (argc > 1) step(y);"), 0u); // no call
  EXPECT_EQ(branches("if (check(x)) n = 1;"), 0u);   // no work
  EXPECT_EQ(branches("if (check(x)) { step(y); return 1; }"), 0u);
  EXPECT_EQ(branches("again: if (check(x)) step(y);\n"
                     "if (n++ < 3) goto again;"),
            0u);
}

TEST(ConditionTasks, TextWithTheConditionInFront) {
  AnalyzedC c(program("if (argc > 1)\n  step(x);\nelse if (check(x) > 1) "
                      "step(y); else { step(z); }"));
  inlining::InliningOptions options;
  options.conditions = inlining::branchesOnCalls(c.program, c.effects);
  inlining::Inlining result =
      inlining::inlineCalls(c.program, c.effects, c.verdicts, options);
  ASSERT_EQ(result.texts.size(), 1u);
  EXPECT_NE(result.texts[0].find("else { int condition_1 = ((check(x) > 1) != "
                                 "0);\n"),
            std::string::npos)
      << result.texts[0];
  EXPECT_NE(
      result.texts[0].find("if (condition_1 ) step(y); else { step(z); } }"),
      std::string::npos)
      << result.texts[0];
  // And back.
  const ir::Replacements &originals =
      result.originals.at(static_cast<ir::UnitId>(0));
  ASSERT_EQ(originals.size(), 1u);
  EXPECT_EQ(originals[0].text, "if (check(x) > 1) step(y); else { step(z); }");
}
