// SPDX-License-Identifier: Apache-2.0
//
// Run-time checks as trees: what is folded, what is equal, what a tree names
// and reads, how long it takes.

#include "checks/CheckExpr.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;

namespace {

const auto objectN = ir::ObjectId(1), objectM = ir::ObjectId(2);
const CheckExpr n = node(CheckKind::Signed, {variable(objectN)});
const CheckExpr m = node(CheckKind::Signed, {variable(objectM)});

analysis::ObjectSet objects(std::vector<ir::ObjectId> ids) {
  analysis::ObjectSet set;
  set.ids = analysis::ObjectIds(analysis::ObjectIds::List(std::move(ids)));
  return set;
}

CheckExpr cells(ir::ObjectId array, ReadObjects reads) {
  return elements(variable(array), constant(0), n, 4, -4, std::move(reads));
}

} // namespace

TEST(CheckExpr, FoldsConstants) {
  EXPECT_EQ(plus(constant(2), constant(3)), constant(5));
  EXPECT_EQ(times(constant(2), constant(-3)), constant(-6));
  EXPECT_EQ(negated(constant(7)), constant(-7));
  EXPECT_EQ(over(constant(-7), constant(2)), constant(-3));
  EXPECT_EQ(lesser(constant(2), constant(3)), constant(2));
  EXPECT_EQ(greater(constant(2), constant(3)), constant(3));
  EXPECT_EQ(atMost(constant(2), constant(2)), truth(true));
  EXPECT_EQ(atMost(constant(3), constant(2)), truth(false));
}

TEST(CheckExpr, LeavesOutWhatChangesNothing) {
  EXPECT_EQ(plus(n, constant(0)), n);
  EXPECT_EQ(plus(constant(0), n), n);
  EXPECT_EQ(plus({}, n), n);
  EXPECT_EQ(plus(n, {}), n);
  EXPECT_EQ(times(constant(1), n), n);
  EXPECT_EQ(times(n, constant(0)), constant(0));
  EXPECT_EQ(over(n, constant(1)), n);
  EXPECT_EQ(lesser(n, n), n);
  EXPECT_EQ(both(truth(true), atMost(n, m)), atMost(n, m));
  EXPECT_EQ(both(atMost(n, m), truth(true)), atMost(n, m));
}

TEST(CheckExpr, LargeConstantsAreLeftToTheEntry) {
  const CheckExpr large = constant((int64_t(1) << 40) + 1);
  EXPECT_FALSE(smallConstant(large));
  EXPECT_TRUE(plus(large, constant(1)).is(CheckKind::Plus));
  EXPECT_TRUE(times(large, large).is(CheckKind::Times));
  EXPECT_TRUE(negated(large).is(CheckKind::Negate));
  EXPECT_TRUE(atMost(constant(0), large).is(CheckKind::AtMost));
}

TEST(CheckExpr, AConjunctionIsFlat) {
  const CheckExpr a = atMost(n, m), b = atMost(m, n),
                  c = atMost(constant(1), n);
  EXPECT_EQ(both(a, both(b, c)), both(both(a, b), c));
  EXPECT_EQ(both(a, both(b, c))->operands.size(), 3u);
  // A test that fails stays where it stands: those before it are guards.
  EXPECT_TRUE(both(a, truth(false)).is(CheckKind::And));
}

TEST(CheckExpr, EqualTreesAreEqualWhereverTheyStand) {
  EXPECT_EQ(plus(n, m), plus(n, m));
  EXPECT_FALSE(plus(n, m) == plus(m, n));
  EXPECT_FALSE(plus(n, m) == lesser(n, m));
  EXPECT_FALSE(n == variable(objectN));
  EXPECT_FALSE(addressOf(objectN) == variable(objectN));
  EXPECT_FALSE(n == CheckExpr());
  EXPECT_EQ(CheckExpr(), CheckExpr());
}

TEST(CheckExpr, LoadsAreEqualByWhereTheyAreWritten) {
  CheckLoad one{ir::ExprId(4), {ir::UnitId(0), 10, 14}, {objectN}};
  CheckLoad same = one, other = one;
  same.expr = ir::ExprId(9);
  other.text.begin = 11;
  EXPECT_EQ(load(one, {}), load(same, {}));
  EXPECT_FALSE(load(one, {}) == load(other, {}));
}

TEST(CheckExpr, SizeCountsWhatIsShared) {
  EXPECT_EQ(n->size, 2u);
  EXPECT_EQ(plus(n, m)->size, 5u);
  const CheckExpr sum = plus(n, m);
  EXPECT_EQ(times(sum, sum)->size, 11u);
}

TEST(CheckExpr, NamesItsVariables) {
  const CheckExpr read = load({ir::ExprId(4), {}, {objectM}}, {});
  const CheckExpr a = plus(n, n), b = node(CheckKind::Signed, {read}), none;
  EXPECT_EQ(variablesOf({&a, &none}), std::vector{objectN});
  EXPECT_EQ(variablesOf({&b, &a}), (std::vector{objectN, objectM}));
}

TEST(CheckExpr, SaysWhatItReads) {
  const CheckExpr plain = plus(n, m);
  EXPECT_FALSE(memoryReadBy({&plain}));
  const CheckExpr read = load({ir::ExprId(4), {}, {}}, {objects({objectM})});
  const CheckExpr scan =
      node(CheckKind::IndexMax, {cells(objectN, {objects({objectN})})});
  std::optional<analysis::ObjectSet> all = memoryReadBy({&scan, &read});
  ASSERT_TRUE(all);
  EXPECT_TRUE(all->contains(objectN));
  EXPECT_TRUE(all->contains(objectM));
  EXPECT_FALSE(all->unknown);
  analysis::ObjectSet anything;
  anything.unknown = true;
  const CheckExpr wild =
      load({ir::ExprId(5), {}, {}}, {objects({objectN}), anything});
  EXPECT_TRUE(memoryReadBy({&read, &wild})->unknown);
}

TEST(CheckExpr, TakesThePassesOverArrays) {
  const CheckExpr low = node(CheckKind::IndexMin, {cells(objectN, {})});
  const CheckExpr high = node(CheckKind::IndexMax, {cells(objectN, {})});
  EXPECT_EQ(nanoseconds(plus(n, m), 1000, 0.5), 0);
  EXPECT_EQ(nanoseconds(low, 1000, 0.5), 500);
  EXPECT_EQ(nanoseconds(plus(low, high), 1000, 0.5), 1000);
  EXPECT_EQ(nanoseconds({}, 1000, 0.5), 0);
}
