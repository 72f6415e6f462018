// SPDX-License-Identifier: Apache-2.0
//
// What a check names and reads, all its trees together: whether it holds on
// entry depends on them.

#include "checks/RunTimeChecks.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;

namespace {

constexpr ir::ObjectId n{1}, p{2}, q{3}, heap{4};

/// An element of what `q` leads to.
CheckExpr element() {
  CheckLoad one;
  one.expr = ir::ExprId{1};
  one.names = {q};
  analysis::ObjectSet reads;
  reads.ids = analysis::ObjectIds({heap});
  return load(one, {reads});
}

} // namespace

TEST(EntryCondition, NamesAndReadsWhatItsExtentDoes) {
  EntryCondition condition;
  condition.test = atMost(variable(n), constant(9));
  EXPECT_EQ(variablesOf(condition.trees()), std::vector{n});
  EXPECT_FALSE(memoryReadBy(condition.trees()));
  condition.extent = {constant(0), plus(element(), constant(1))};
  EXPECT_EQ(variablesOf(condition.trees()), (std::vector{n, q}));
  ASSERT_TRUE(memoryReadBy(condition.trees()));
  EXPECT_TRUE(memoryReadBy(condition.trees())->contains(heap));
}

TEST(EntryCondition, EqualTestsMayHaveDifferentExtents) {
  EntryCondition one, other;
  one.test = truth(true);
  other.test = truth(true);
  one.extent = {variable(n)};
  other.extent = {variable(p)};
  EXPECT_EQ(one.test, other.test);
  EXPECT_NE(variablesOf(one.trees()), variablesOf(other.trees()));
}

TEST(AliasCheck, ASideNamesItsGuardBaseAndEnds) {
  AliasCheck::Side side;
  side.base = variable(p);
  side.lo = constant(0);
  side.hi = variable(n);
  side.guard = atMost(constant(1), element());
  EXPECT_EQ(variablesOf(side.trees()), (std::vector{n, p, q}));
  EXPECT_TRUE(memoryReadBy(side.trees()));
}
