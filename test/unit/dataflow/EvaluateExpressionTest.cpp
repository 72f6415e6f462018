// SPDX-License-Identifier: Apache-2.0
//
// What the operators make of their operands, with a domain that writes down
// what it is asked.
#include "dataflow/EvaluateExpression.h"

#include "AnalyzedC.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;

namespace {

struct Text {
  std::string base; ///< empty: a number
  std::string number;
};

class Texts {
public:
  using Value = Text;
  using Maybe = std::optional<Text>;

  explicit Texts(const ir::Program &program) : program_(program) {}

  Maybe value(ir::ExprId id) { return evaluateExpression(program_, *this, id); }

  Maybe leaf(ir::ExprId id) {
    const ir::Expr &expr = program_[id];
    if (expr.kind == ir::ExprKind::Const)
      return constant(expr.value);
    if (!isValid(expr.object))
      return std::nullopt;
    std::string name = program_[expr.object].name;
    return expr.isPointer ? Text{name, "0"} : Text{"", name};
  }
  Maybe operand(const ir::Expr &user, unsigned position) {
    return value(user.operands[position]);
  }
  Text constant(int64_t number) const { return {"", std::to_string(number)}; }
  Maybe shiftFactor(ir::ExprId id) {
    return constant(int64_t(1) << program_[id].value);
  }
  bool hasBase(const Text &value) const { return !value.base.empty(); }
  bool haveOneBase(const Text &a, const Text &b) const {
    return a.base == b.base;
  }
  Maybe combine(const Text &a, const Text &b, bool isSum) const {
    std::string base = hasBase(a) && hasBase(b) ? "" : a.base + b.base;
    return Text{base, "(" + a.number + (isSum ? "+" : "-") + b.number + ")"};
  }
  bool multiplies(const ir::Expr &) const { return true; }
  Maybe times(const Text &a, const Text &b) const {
    return Text{"", "(" + a.number + "*" + b.number + ")"};
  }
  Maybe divide(const ir::Expr &, const Division &division) {
    const char *names[] = {"div", "rem", "shift", "mask"};
    Maybe inner = value(division.dividend);
    if (!inner)
      return std::nullopt;
    return Text{"", std::string(names[int(division.kind)]) + "(" +
                        inner->number + "," + std::to_string(division.by) +
                        ")"};
  }
  Maybe convert(const ir::Expr &expr) {
    Maybe inner = value(expr.operands[0]);
    return inner ? Maybe(Text{inner->base, "cast" + std::to_string(expr.bits) +
                                               inner->number})
                 : std::nullopt;
  }
  /// Unsigned results are refused.
  Maybe settle(const ir::Expr &expr, const Text &value, const Text &,
               const Text &) const {
    return expr.isSigned || expr.isPointer ? Maybe(value) : std::nullopt;
  }
  Maybe other(ir::ExprId) const { return Text{"", "other"}; }

private:
  const ir::Program &program_;
};

/// The value of the expression that is assigned to `r` (or `q`, a pointer).
std::string valueOf(const std::string &expression, const char *to = "r") {
  test::AnalyzedC c("long r; char *q; void f(long a, long b, unsigned long u, "
                    "char *p, char *o) { " +
                    std::string(to) + " = " + expression + "; }\n");
  for (const ir::Stmt &stmt : c.program.stmts)
    for (const ir::Access &access : stmt.accesses)
      if (access.kind == ir::AccessKind::Write) {
        Texts domain(c.program);
        std::optional<Text> value = domain.value(access.value);
        return !value                ? "nothing"
               : value->base.empty() ? value->number
                                     : value->base + ":" + value->number;
      }
  return "no assignment";
}

} // namespace

TEST(EvaluateExpression, NumbersAddUpAndMultiply) {
  EXPECT_EQ(valueOf("a + 3 - b"), "((a+3)-b)");
  EXPECT_EQ(valueOf("-a"), "(0-a)");
  EXPECT_EQ(valueOf("~a"), "(-1-a)");
  EXPECT_EQ(valueOf("a * b"), "(a*b)");
  EXPECT_EQ(valueOf("a << 4"), "(a*16)");
}

TEST(EvaluateExpression, OneSideOfASumHasABase) {
  EXPECT_EQ(valueOf("p + a", "q").substr(0, 2), "p:");
  EXPECT_EQ(valueOf("a + p", "q").substr(0, 2), "p:");
  EXPECT_EQ(valueOf("p - a", "q").substr(0, 2), "p:");
}

TEST(EvaluateExpression, DistancesAreNumbersOfOneBase) {
  EXPECT_EQ(valueOf("p - p").find(':'), std::string::npos);
  EXPECT_NE(valueOf("p - p"), "nothing");
  EXPECT_EQ(valueOf("p - o"), "nothing");
}

TEST(EvaluateExpression, DivisionsAreByConstants) {
  EXPECT_EQ(valueOf("a / 3"), "div(a,3)");
  EXPECT_EQ(valueOf("a % 3"), "rem(a,3)");
  EXPECT_EQ(valueOf("a >> 3"), "shift(a,3)");
  EXPECT_EQ(valueOf("a & 7"), "mask(a,7)");
  EXPECT_EQ(valueOf("7 & a"), "mask(a,7)");
  EXPECT_EQ(valueOf("a / b"), "nothing");
}

TEST(EvaluateExpression, TheDomainMayRefuseWhatATypeMakesOfAResult) {
  EXPECT_EQ(valueOf("(long)(u + 1)"), "nothing");
  EXPECT_EQ(valueOf("(char)(a + 1) + 0L").find("cast8"), 1u);
  EXPECT_EQ(valueOf("a ^ b"), "other");
}
