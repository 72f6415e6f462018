// SPDX-License-Identifier: Apache-2.0
//
// What each kind of a check's nodes computes, at the ends of its range too.

#include "checks/Evaluate.h"

#include <gtest/gtest.h>

#include <stdexcept>

using namespace hocket;
using namespace hocket::polyhedral;

namespace {

const auto array = ir::ObjectId(1), other = ir::ObjectId(2);
constexpr int64_t far = int64_t(1) << 60;

CheckExpr number(int64_t value) { return constant(value); }

int64_t of(CheckKind kind, std::vector<int64_t> values) {
  std::vector<CheckExpr> operands;
  for (int64_t value : values)
    operands.push_back(constant(value));
  return evaluate(node(kind, std::move(operands)), {});
}

/// `array` points to these numbers, `bytes` each.
CheckState stateWith(const std::vector<int64_t> &values, int bytes) {
  CheckState state;
  state.variables[array] = 4096;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (int b = 0; b < bytes; ++b)
      state.memory[4096 + int64_t(i) * bytes + b] =
          static_cast<uint8_t>(uint64_t(values[i]) >> (8 * b));
  return state;
}

int64_t ofElements(CheckKind kind, const std::vector<int64_t> &values, int type,
                   std::optional<int64_t> count = {}) {
  const int bytes = type < 0 ? -type : type;
  std::vector<CheckExpr> operands = {elements(
      variable(array), number(0),
      number(count.value_or(int64_t(values.size()))), bytes, type, {})};
  if (kind == CheckKind::RowsDisjoint)
    operands.push_back(number(16));
  return evaluate(node(kind, operands), stateWith(values, bytes));
}

int64_t areDisjoint(int64_t a, int64_t lowA, int64_t highA, int64_t b,
                    int64_t lowB, int64_t highB) {
  return of(CheckKind::Disjoint, {a, lowA, highA, b, lowB, highB});
}

} // namespace

TEST(Evaluate, Arithmetic) {
  EXPECT_EQ(of(CheckKind::Plus, {2, -5}), -3);
  EXPECT_EQ(of(CheckKind::Times, {-4, 5}), -20);
  EXPECT_EQ(of(CheckKind::Negate, {4}), -4);
  EXPECT_EQ(of(CheckKind::Over, {-7, 2}), -3);
  EXPECT_EQ(of(CheckKind::Least, {3, -4}), -4);
  EXPECT_EQ(of(CheckKind::Most, {3, -4}), 3);
  EXPECT_EQ(of(CheckKind::Distance, {100, 260}), 160);
  EXPECT_EQ(of(CheckKind::Last, {1, 9, 3}), 7);
  EXPECT_EQ(of(CheckKind::Last, {9, 1, 3}), 1);
}

TEST(Evaluate, WhatLeavesTheRangeIsUnknown) {
  EXPECT_EQ(of(CheckKind::Plus, {far, 0}), far);
  EXPECT_EQ(of(CheckKind::Plus, {far, 1}), kUnknown);
  EXPECT_EQ(of(CheckKind::Plus, {-far, -1}), kUnknown);
  EXPECT_EQ(of(CheckKind::Times, {int64_t(1) << 40, int64_t(1) << 40}),
            kUnknown);
  EXPECT_EQ(of(CheckKind::Times, {int64_t(1) << 31, int64_t(1) << 30}),
            kUnknown);
  EXPECT_EQ(of(CheckKind::Natural, {-1}), kUnknown); // 2^64 - 1
  EXPECT_EQ(of(CheckKind::Over, {8, 0}), kUnknown);
  EXPECT_EQ(of(CheckKind::Over, {8, -2}), kUnknown);
}

TEST(Evaluate, NothingIsKnownOfWhatIsComputedFromTheUnknown) {
  for (CheckKind kind : {CheckKind::Plus, CheckKind::Times, CheckKind::Over,
                         CheckKind::Least, CheckKind::Most}) {
    EXPECT_EQ(of(kind, {kUnknown, 1}), kUnknown);
    EXPECT_EQ(of(kind, {1, kUnknown}), kUnknown);
  }
  EXPECT_EQ(of(CheckKind::Negate, {kUnknown}), kUnknown);
  EXPECT_EQ(of(CheckKind::AtMost, {kUnknown, 1}), 0);
  EXPECT_EQ(of(CheckKind::AtMost, {1, kUnknown}), 0);
  EXPECT_EQ(of(CheckKind::Divides, {2, kUnknown}), 0);
  EXPECT_EQ(of(CheckKind::IsWithin, {0, kUnknown, 1, 2}), 0);
  EXPECT_EQ(of(CheckKind::ExtentAtMost, {0, kUnknown, 100}), 0);
  EXPECT_EQ(areDisjoint(0, 0, kUnknown, 100, 0, 8), 0);
  EXPECT_EQ(of(CheckKind::Readable, {0, kUnknown, 8}), 0);
}

TEST(Evaluate, Tests) {
  EXPECT_EQ(of(CheckKind::AtMost, {2, 2}), 1);
  EXPECT_EQ(of(CheckKind::AtMost, {3, 2}), 0);
  EXPECT_EQ(of(CheckKind::Divides, {3, 12}), 1);
  EXPECT_EQ(of(CheckKind::Divides, {5, 12}), 0);
  EXPECT_EQ(of(CheckKind::Divides, {0, 12}), 0);
  EXPECT_EQ(of(CheckKind::IsMultiple, {12, 4}), 1);
  EXPECT_EQ(of(CheckKind::IsMultiple, {12, 5}), 0);
  EXPECT_EQ(of(CheckKind::IsWithin, {0, 0, 9, 9}), 1);
  EXPECT_EQ(of(CheckKind::IsWithin, {0, -1, 9, 9}), 0);
  EXPECT_EQ(of(CheckKind::IsWithin, {0, 0, 10, 9}), 0);
  EXPECT_EQ(of(CheckKind::ExtentAtMost, {8, 24, 16}), 1);
  EXPECT_EQ(of(CheckKind::ExtentAtMost, {8, 25, 16}), 0);
}

TEST(Evaluate, Counts) {
  EXPECT_EQ(of(CheckKind::Count, {0, 9, 2}), 5);
  EXPECT_EQ(of(CheckKind::Count, {4, 3, 1}), 0);
  EXPECT_EQ(of(CheckKind::Count, {0, kUnknown, 1}), -1);
  EXPECT_EQ(of(CheckKind::Where, {1, 2, 7}), 7);
  EXPECT_EQ(of(CheckKind::Where, {2, 1, 7}), 0);
  EXPECT_EQ(of(CheckKind::Where, {kUnknown, 1, 7}), -1);
  EXPECT_EQ(of(CheckKind::More, {3, 1}), 4);
  EXPECT_EQ(of(CheckKind::More, {0, 1}), 0);
  EXPECT_EQ(of(CheckKind::More, {-1, 1}), -1);
  EXPECT_EQ(of(CheckKind::CountIf, {1, 7}), 7);
  EXPECT_EQ(of(CheckKind::CountIf, {0, 7}), -1);
}

TEST(Evaluate, RangesOfBytes) {
  EXPECT_EQ(areDisjoint(1000, 0, 80, 1080, 0, 80), 1);
  EXPECT_EQ(areDisjoint(1000, 0, 80, 1079, 0, 80), 0);
  EXPECT_EQ(areDisjoint(1080, 0, 80, 1000, 0, 80), 1);
  EXPECT_EQ(areDisjoint(1079, 0, 80, 1000, 0, 80), 0);
  EXPECT_EQ(areDisjoint(1000, 8, 80, 1000, 0, 8), 1);
  // No byte is in an empty one.
  EXPECT_EQ(areDisjoint(1000, 0, 0, 1000, 0, 80), 1);
}

TEST(Evaluate, ElementsOfTheirType) {
  EXPECT_EQ(ofElements(CheckKind::IndexMin, {3, -2, 7}, -4), -2);
  EXPECT_EQ(ofElements(CheckKind::IndexMax, {3, -2, 7}, 4), 4294967294);
  EXPECT_EQ(ofElements(CheckKind::IndexMin, {200, 3}, -1), -56);
  EXPECT_EQ(ofElements(CheckKind::IndexMin, {}, -4), 0);
  EXPECT_EQ(ofElements(CheckKind::IndexMax, {}, -4), -1);
  EXPECT_EQ(ofElements(CheckKind::IndexMax, {3}, -4, -1), kUnknown);
  // No long long holds it.
  EXPECT_EQ(ofElements(CheckKind::IndexMax, {-1}, 8), kUnknown);
}

TEST(Evaluate, APointerInMemory) {
  const CheckExpr second = pointerIn(variable(array), number(8), 8, {}, {});
  EXPECT_EQ(evaluate(second, stateWith({1, 70000}, 8)), 70000);
  analysis::ObjectSet objects;
  objects.ids.edit().push_back(other);
  const CheckExpr noted =
      pointerIn(variable(array), number(8), 8, {objects}, {});
  ASSERT_TRUE(memoryReadBy({&noted}).has_value());
  EXPECT_TRUE(memoryReadBy({&noted})->contains(other));
}

TEST(Evaluate, OrderAndRepetition) {
  EXPECT_EQ(ofElements(CheckKind::IsMonotonic, {0, 4, 4, 9}, -4), 1);
  EXPECT_EQ(ofElements(CheckKind::IsMonotonic, {0, 4, 3, 9}, -4), 0);
  EXPECT_EQ(ofElements(CheckKind::IsInjective, {5, 1, 3}, -4), 1);
  EXPECT_EQ(ofElements(CheckKind::IsInjective, {5, 1, 5}, -4), 0);
  EXPECT_EQ(ofElements(CheckKind::IsInjective, {5, 1, 3}, -4, -1), 0);
  EXPECT_EQ(ofElements(CheckKind::RowsDisjoint, {64, 32, 48}, 8), 1);
  EXPECT_EQ(ofElements(CheckKind::RowsDisjoint, {64, 32, 47}, 8), 0);
}

TEST(Evaluate, LeavesComeFromTheState) {
  CheckState state;
  state.variables[array] = -3;
  state.addresses[other] = 4096;
  state.sizes[other] = 24;
  state.loads[ir::ExprId(7)] = 11;
  EXPECT_EQ(evaluate(variable(array), state), -3);
  EXPECT_EQ(evaluate(addressOf(other), state), 4096);
  EXPECT_EQ(evaluate(sizeOf(other), state), 24);
  EXPECT_EQ(evaluate(load({ir::ExprId(7), {}, {}}, {}), state), 11);
  EXPECT_EQ(evaluate(node(CheckKind::NullPointer, {}), state), 0);
  EXPECT_THROW(evaluate(variable(other), state), std::out_of_range);
}

TEST(Evaluate, AGuardThatFailsKeepsTheRestFromBeingRead) {
  const CheckExpr read =
      node(CheckKind::Signed, {load({ir::ExprId(7), {}, {}}, {})});
  const CheckExpr never = node(CheckKind::AtMost, {number(1), number(0)});
  const CheckExpr always = node(CheckKind::AtMost, {number(0), number(1)});
  EXPECT_EQ(evaluate(both(never, atMost(read, number(5))), {}), 0);
  EXPECT_THROW(evaluate(both(always, atMost(read, number(5))), {}),
               std::out_of_range);
}
