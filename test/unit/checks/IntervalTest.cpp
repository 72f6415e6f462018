// SPDX-License-Identifier: Apache-2.0
//
// Interval arithmetic: on numbers it folds; on trees the ends are right for
// every value that they may have.

#include "checks/Interval.h"
#include "checks/Evaluate.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;

namespace {

const auto objectN = ir::ObjectId(1), objectM = ir::ObjectId(2);

Interval numbers(int64_t low, int64_t high) {
  return {constant(low), constant(high)};
}

bool isSame(const Interval &a, const Interval &b) {
  return a.low == b.low && a.high == b.high;
}

} // namespace

TEST(Interval, NumbersFold) {
  EXPECT_TRUE(isSame(sumOf(numbers(1, 5), numbers(-2, 3)), numbers(-1, 8)));
  EXPECT_TRUE(isSame(negated(numbers(1, 5)), numbers(-5, -1)));
  EXPECT_TRUE(isSame(united(numbers(1, 5), numbers(3, 9)), numbers(1, 9)));
  EXPECT_TRUE(
      isSame(productOf(numbers(-2, 3), numbers(-5, 4)), numbers(-15, 12)));
  EXPECT_TRUE(isSame(productOf(pointAt(-2), numbers(1, 4)), numbers(-8, -2)));
  EXPECT_TRUE(isSame(sumOf({}, numbers(1, 5)), numbers(1, 5)));
}

TEST(Interval, ProductsHoldWhateverTheSigns) {
  const Interval n{variable(objectN), variable(objectN)};
  const Interval product = productOf(n, {constant(-3), variable(objectM)});
  for (int64_t value : {-4, 0, 7})
    for (int64_t high : {-3, 0, 5}) {
      CheckState state;
      state.variables = {{objectN, value}, {objectM, high}};
      int64_t a = value * -3, b = value * high;
      EXPECT_EQ(evaluate(product.low, state), std::min(a, b));
      EXPECT_EQ(evaluate(product.high, state), std::max(a, b));
    }
}

TEST(Interval, WhatIsTooLargeIsNotWorthACheck) {
  Interval range{variable(objectN), variable(objectN)};
  EXPECT_FALSE(isTooLarge(range));
  for (int i = 0; i < 12; ++i)
    range = sumOf(range, range);
  EXPECT_TRUE(isTooLarge(range));
}
