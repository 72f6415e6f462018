// SPDX-License-Identifier: Apache-2.0
//
// Which statements of a body have to stay in one loop, and what becomes of
// loops that are split.

#include "splitting/SplitLoops.h"

#include "AnalyzedC.h"
#include "ir/Print.h"
#include "splitting/BodyGroups.h"
#include "splitting/SplitLoop.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;

namespace {

std::string function(const std::string &body) {
  return "double a[1000], b[1000], c[1000]; void f(int n) { int i; double t;\n"
         "for (i = 1; i < n; i++) {\n" +
         body + "\n} }\n";
}

/// "0 1+2, 1 before 0": positions of the body's statements, group by group, and
/// which groups have to come before which.
std::string groupsOf(const std::string &body) {
  test::AnalyzedC c(function(body), {}, true);
  ProgramIndex index(c.program, c.effects);
  IslContext ctx;
  std::optional<BodyGroups> found =
      findBodyGroups(index, ctx, c.loop(0), LoopOptions());
  if (!found)
    return "none";
  std::string text;
  for (const std::set<std::size_t> &group : found->groups) {
    text += text.empty() ? "" : " ";
    for (std::size_t position : group)
      text +=
          (position == *group.begin() ? "" : "+") + std::to_string(position);
  }
  for (const auto &[first, second] : found->before)
    text += ", " + std::to_string(first) + " before " + std::to_string(second);
  return text;
}

/// The kinds of the loops that come of one, as the verdicts stand.
std::string partsOf(const std::string &body) {
  test::AnalyzedC c(function(body), {}, true);
  splitLoops(c.program, c.effects, c.verdicts, LoopOptions());
  std::string text;
  for (const LoopVerdict &verdict : c.verdicts)
    text += (text.empty() ? "" : " ") + std::string(verdict.traits().name);
  if (std::vector<std::string> wrong = ir::verify(c.program); !wrong.empty())
    return wrong.front();
  return text;
}

} // namespace

TEST(BodyGroups, StatementsThatNeedEachOtherStayTogether) {
  EXPECT_EQ(groupsOf("a[i] = a[i - 1] + 1; b[i] = c[i] * 2;"), "0 1");
  EXPECT_EQ(groupsOf("a[i] = b[i - 1]; b[i] = a[i - 1];"), "none");
  EXPECT_EQ(groupsOf("a[i] = b[i - 1]; b[i] = a[i - 1]; c[i] = 1;"), "0+1 2");
}

TEST(BodyGroups, FollowEachOtherAsTheirDependencesDo) {
  // What the second statement leaves, the first one reads an iteration later.
  EXPECT_EQ(groupsOf("a[i] = b[i - 1]; b[i] = c[i] + b[i];"),
            "0 1, 1 before 0");
  EXPECT_EQ(groupsOf("a[i] = c[i]; b[i] = a[i];"), "0 1, 0 before 1");
}

TEST(BodyGroups, AScalarOfTheIterationTiesThemTogether) {
  EXPECT_EQ(groupsOf("t = a[i]; a[i] = t + 1; b[i] = b[i - 1] + t;"), "none");
}

TEST(SplitLoops, ASequentialStatementGetsALoopOfItsOwn) {
  EXPECT_EQ(partsOf("a[i] = a[i - 1] * b[i]; c[i] = b[i] * 2;"),
            "sequential doall");
}

TEST(SplitLoops, ALoopWithoutParallelPartsStaysWhole) {
  EXPECT_EQ(partsOf("a[i] = a[i - 1] * 2; b[i] = b[i - 1] + 1;"), "sequential");
}

TEST(SplitLoops, APeeledIterationFreesTheOthers) {
  EXPECT_EQ(partsOf("a[i] = a[1] + 1;"), "sequential doall");
}

TEST(SplitLoop, UndoneItIsTheProgramThatItWas) {
  test::AnalyzedC c(function("a[i] = 1; b[i] = 2;"), {}, true);
  ProgramIndex index(c.program, c.effects);
  const std::size_t nodes = c.program.nodes.size();
  const std::size_t stmts = c.program.stmts.size();
  SplitLoop split({c.program, c.effects, index}, c.loop(0),
                  {{{0}, false, {}}, {{1}, false, {}}});
  ASSERT_EQ(split.parts().size(), 2u);
  const ir::Block *block = c.program[c.loop(0)].as<ir::Block>();
  ASSERT_TRUE(block);
  EXPECT_TRUE(block->isSplitLoop);
  EXPECT_TRUE(ir::verify(c.program).empty());
  split.undo();
  EXPECT_TRUE(c.program[c.loop(0)].as<ir::Loop>());
  EXPECT_EQ(c.program.nodes.size(), nodes);
  EXPECT_EQ(c.program.stmts.size(), stmts);
  EXPECT_TRUE(ir::verify(c.program).empty());
}
