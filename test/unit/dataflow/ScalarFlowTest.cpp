// SPDX-License-Identifier: Apache-2.0
//
// The flow of one variable `x` around a loop: read before it is written, surely
// written, read afterwards.

#include "dataflow/ScalarFlow.h"

#include "AnalyzedC.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;

namespace {

/// "exposed written live", as far as it holds of the first loop in a body.
std::string flow(const std::string &body) {
  test::AnalyzedC c("int a[100], g; int f(int n, int k) { int i, j, x = 0;\n" +
                        body + "\nreturn 0; }\n",
                    {}, true);
  ProgramIndex index(c.program, c.effects);
  for (const ir::Object &object : c.program.objects) {
    if (object.name != "x")
      continue;
    ScalarFlow x(index, object.id);
    ir::NodeId loop = c.loop(0);
    return std::string(x.isExposed(loop) ? "exposed " : "") +
           (x.isWrittenEachIteration(loop) ? "written " : "") +
           (x.isLiveAfter(loop) ? "live" : "");
  }
  return "no x";
}

std::string inLoop(const std::string &body) {
  return flow("for (i = 0; i < n; i++) { " + body + " }");
}

} // namespace

TEST(ScalarFlow, WhatIsWrittenFirstIsNotExposed) {
  EXPECT_EQ(inLoop("x = i; a[i] = x;"), "written ");
  EXPECT_EQ(inLoop("a[i] = x; x = i;"), "exposed written ");
  EXPECT_EQ(inLoop("x += i;"), "exposed written ");
}

TEST(ScalarFlow, BothSidesOfABranchHaveToWrite) {
  EXPECT_EQ(inLoop("if (k) x = 1; else x = 2; a[i] = x;"), "written ");
  EXPECT_EQ(inLoop("if (k) x = 1; a[i] = x;"), "exposed ");
  EXPECT_EQ(inLoop("if (k) { x = 1; a[i] = x; }"), "");
  EXPECT_EQ(inLoop("k && (x = 1); a[i] = x;"), "exposed ");
}

TEST(ScalarFlow, AContinueLeavesTheRestOut) {
  EXPECT_EQ(inLoop("if (a[i]) continue; x = 1; a[i] = x;"), "");
  EXPECT_EQ(inLoop("x = 1; if (a[i]) continue; a[i] = x;"), "written ");
}

TEST(ScalarFlow, ALoopInsideMayHaveNoIterations) {
  EXPECT_EQ(inLoop("for (j = 0; j < k; j++) x = j; a[i] = x;"), "exposed ");
  EXPECT_EQ(inLoop("x = 0; for (j = 0; j < k; j++) x += j; a[i] = x;"),
            "written ");
  // Its first iteration sees the least.
  EXPECT_EQ(inLoop("for (j = 0; j < k; j++) { a[j] = x; x = j; }"), "exposed ");
}

TEST(ScalarFlow, LiveIsWhatIsReadBeforeItIsWrittenAgain) {
  const std::string loop = "for (i = 0; i < n; i++) { x = i; a[i] = x; }";
  EXPECT_EQ(flow(loop), "written ");
  EXPECT_EQ(flow(loop + " g = x;"), "written live");
  EXPECT_EQ(flow(loop + " x = 3; g = x;"), "written ");
  EXPECT_EQ(flow(loop + " if (k) x = 3; g = x;"), "written live");
}

TEST(ScalarFlow, AGotoMayLeadAnywhere) {
  EXPECT_EQ(flow("for (i = 0; i < n; i++) { x = i; a[i] = x; }\n"
                 "if (k) goto end; x = 3; end: ;"),
            "exposed written live");
}
