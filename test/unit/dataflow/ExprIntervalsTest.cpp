// SPDX-License-Identifier: Apache-2.0
//
// The interval evaluator: numbers from types and operators; trees of what an
// entry knows, with what it has to test.

#include "dataflow/ValueRange.h"

#include "AnalyzedC.h"
#include "checks/Evaluate.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;
using namespace hocket::polyhedral::test;

namespace {

/// `int f(...) { ...; return EXPR; }`: the value that is returned.
struct Returned : AnalyzedC {
  ProgramIndex index;
  ir::StmtId stmt = ir::StmtId::None;

  explicit Returned(const std::string &expr, const std::string &body = "")
      : AnalyzedC("long f(int i, unsigned u, unsigned char c, signed char s,\n"
                  "       unsigned long w, const int *p, int n) {\n" +
                      body + "\n  return " + expr + "; }\n",
                  {}, true),
        index(program, effects) {
    for (const ir::Stmt &one : program.stmts)
      if (one.kind == ir::StmtKind::ReturnValue)
        stmt = one.id;
  }

  ir::ExprId value() const { return program[stmt].value; }
};

/// "[low, high]"
std::string rangeOf(const std::string &expr, const std::string &body = "") {
  Returned f(expr, body);
  std::optional<ValueRange> range = ValueRanges(f.index).of(f.value());
  return range ? "[" + std::to_string(range->low) + ", " +
                     std::to_string(range->high) + "]"
               : "any";
}

/// An entry that knows `n` alone.
struct Entry {
  explicit Entry(const std::string &expr)
      : f(expr), values{f.program.functions[0].body,
                        [this](ir::ExprId id, ir::StmtId, unsigned) {
                          return known(id);
                        },
                        needs} {
    IntervalContext context{f.index, &values};
    range = exprInterval(context, f.value(), f.stmt);
  }

  std::optional<Interval> known(ir::ExprId id) const {
    const ir::Expr &expr = f.program[id];
    if (expr.kind == ir::ExprKind::Const)
      return pointAt(expr.value);
    if (expr.kind != ir::ExprKind::Var || f.program[expr.object].name != "n")
      return std::nullopt;
    return Interval{variable(expr.object), variable(expr.object)};
  }

  CheckState with(int64_t n) const {
    CheckState state;
    for (const ir::Object &object : f.program.objects)
      if (object.name == "n")
        state.variables[object.id] = n;
    return state;
  }
  bool guardsHold(int64_t n) const {
    for (const CheckExpr &guard : needs.guards)
      if (!evaluate(guard, with(n)))
        return false;
    return true;
  }

  Returned f;
  CheckNeeds needs;
  EntryValues values;
  std::optional<Interval> range;
};

} // namespace

TEST(ValueRanges, TypesBoundWhatIsUnknown) {
  EXPECT_EQ(rangeOf("c"), "[0, 255]");
  EXPECT_EQ(rangeOf("s"), "[-128, 127]");
  EXPECT_EQ(rangeOf("i"), "[-2147483648, 2147483647]");
  EXPECT_EQ(rangeOf("u"), "[0, 4294967295]");
  EXPECT_EQ(rangeOf("w"), "any");
  EXPECT_EQ(rangeOf("i < n"), "[0, 1]");
}

TEST(ValueRanges, Operators) {
  EXPECT_EQ(rangeOf("c + s"), "[-128, 382]");
  EXPECT_EQ(rangeOf("c - s"), "[-127, 383]");
  EXPECT_EQ(rangeOf("c * 8"), "[0, 2040]");
  EXPECT_EQ(rangeOf("c / 8"), "[0, 31]");
  EXPECT_EQ(rangeOf("c % 10"), "[0, 9]");
  EXPECT_EQ(rangeOf("i % 10"), "[-9, 9]");
  EXPECT_EQ(rangeOf("i & 255"), "[0, 255]");
  EXPECT_EQ(rangeOf("w & 1023"), "[0, 1023]");
  EXPECT_EQ(rangeOf("c | 256"), "[0, 511]");
  EXPECT_EQ(rangeOf("c << 4"), "[0, 4080]");
  EXPECT_EQ(rangeOf("u >> 24"), "[0, 255]");
  EXPECT_EQ(rangeOf("w >> 56"), "[0, 255]");
  EXPECT_EQ(rangeOf("i > 0 ? c : 300"), "[0, 300]");
}

TEST(ValueRanges, WhatMayWrapHasAnyValueOfItsType) {
  EXPECT_EQ(rangeOf("(unsigned char)(c + 1)"), "[0, 255]");
  EXPECT_EQ(rangeOf("(signed char)c"), "[-128, 127]");
  EXPECT_EQ(rangeOf("u + 1u"), "[0, 4294967295]");
  EXPECT_EQ(rangeOf("(unsigned long)c - 1ul"), "any");
}

TEST(ValueRanges, AVariableHasWhatIsAssignedToIt) {
  EXPECT_EQ(rangeOf("k", "int k = c; if (i) k = 1000;"), "[0, 1000]");
  EXPECT_EQ(rangeOf("k", "int k = c; if (i) k = k + 1;"),
            "[-2147483648, 2147483647]");
}

TEST(ValueRanges, NothingIsSaidBeyondAnyObject) {
  EXPECT_EQ(rangeOf("(long)u * 1000000"), "any");
  EXPECT_EQ(rangeOf("i % 0"), "[-2147483648, 2147483647]");
}

TEST(ExprIntervals, EndsAreTreesOfWhatTheEntryKnows) {
  Entry e("i % n");
  ASSERT_TRUE(e.range);
  EXPECT_EQ(evaluate(e.range->low, e.with(7)), -6);
  EXPECT_EQ(evaluate(e.range->high, e.with(7)), 6);
  EXPECT_EQ(evaluate(e.range->high, e.with(-7)), 6);
}

TEST(ExprIntervals, AMaskMustNotBeNegative) {
  Entry e("i & n");
  ASSERT_TRUE(e.range);
  EXPECT_EQ(e.range->low, constant(0));
  EXPECT_EQ(evaluate(e.range->high, e.with(15)), 15);
  EXPECT_TRUE(e.guardsHold(15));
  EXPECT_FALSE(e.guardsHold(-1));
}

TEST(ExprIntervals, AConversionThatCutsIsTested) {
  Entry e("(unsigned char)(c % n + n)");
  ASSERT_TRUE(e.range);
  EXPECT_TRUE(e.guardsHold(100));
  EXPECT_FALSE(e.guardsHold(200));
  EXPECT_EQ(evaluate(e.range->high, e.with(100)), 199);
}

TEST(ExprIntervals, NumbersFold) {
  Entry e("c % 10 + 5");
  ASSERT_TRUE(e.range);
  EXPECT_EQ(e.range->low, constant(5));
  EXPECT_EQ(e.range->high, constant(14));
}

TEST(ExprIntervals, AFewNumbersDoWhereTheEntryKnowsNothing) {
  Entry few("c");
  ASSERT_TRUE(few.range);
  EXPECT_EQ(few.range->high, constant(255));
  // More than any copy is made for.
  EXPECT_FALSE(Entry("i").range);
}
