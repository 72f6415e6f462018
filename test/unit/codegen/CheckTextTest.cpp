// SPDX-License-Identifier: Apache-2.0
//
// The C of run-time checks' trees.

#include "codegen/text/CheckText.h"

#include "frontend/ExtractProgram.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::codegen;
using namespace hocket::polyhedral;

namespace {

class CheckText : public testing::Test {
protected:
  void SetUp() override {
    RemarkSink sink;
    program_ = extractProgram({{"t.c",
                                "int n; double a[10]; struct s { int k; } *p;\n"
                                "void f(void) { n = p->k; }\n",
                                {}}},
                              true, sink);
    ASSERT_TRUE(program_.units.at(0).parsed);
  }

  ir::ObjectId object(const std::string &name) const {
    for (const ir::Object &o : program_.objects)
      if (o.name == name)
        return o.id;
    ADD_FAILURE() << name;
    return ir::ObjectId::None;
  }

  /// p->k
  CheckExpr loaded() const {
    const std::string &text = program_.units[0].text;
    auto begin = static_cast<uint32_t>(text.find("p->k"));
    return load({ir::ExprId::None, {ir::UnitId(0), begin, begin + 4}, {}}, {});
  }

  CheckExpr n() const {
    return node(CheckKind::Signed, {variable(object("n"))});
  }

  std::string text(const CheckExpr &expr) const {
    return checkText(program_, expr, "hk_");
  }

  ir::Program program_;
};

} // namespace

TEST_F(CheckText, Leaves) {
  EXPECT_EQ(text(constant(5)), "5LL");
  EXPECT_EQ(text(constant(-5)), "(-5LL)");
  EXPECT_EQ(text(variable(object("p"))), "p");
  EXPECT_EQ(text(addressOf(object("a"))), "&a");
  EXPECT_EQ(text(sizeOf(object("a"))), "(long long)sizeof(a)");
  EXPECT_EQ(text(loaded()), "p->k");
  EXPECT_EQ(text(node(CheckKind::NullPointer, {})), "(const volatile char *)0");
  EXPECT_EQ(text(truth(true)), "1");
  EXPECT_EQ(text(truth(false)), "0");
}

TEST_F(CheckText, NumbersAreConverted) {
  EXPECT_EQ(text(n()), "(long long)n");
  EXPECT_EQ(text(node(CheckKind::Signed, {loaded()})), "(long long)(p->k)");
  EXPECT_EQ(text(node(CheckKind::Distance,
                      {variable(object("p")), addressOf(object("a"))})),
            "((long long)(unsigned long)(&a) - (long long)(unsigned long)(p))");
}

TEST_F(CheckText, Arithmetic) {
  EXPECT_EQ(text(plus(times(constant(-8), n()), constant(16))),
            "hk_plus(hk_times((-8LL), (long long)n), 16LL)");
  EXPECT_EQ(text(negated(n())), "hk_times(-1LL, (long long)n)");
  EXPECT_EQ(text(over(lesser(n(), constant(3)), constant(2))),
            "hk_over(hk_least((long long)n, 3LL), 2LL)");
}

TEST_F(CheckText, PassesOverElements) {
  const CheckExpr cells = elements(
      loaded(), constant(4),
      node(CheckKind::CountIf,
           {node(CheckKind::IsWithin, {constant(0), n(), n(), constant(9)}),
            constant(1)}),
      4, -4, {});
  EXPECT_EQ(text(node(CheckKind::IndexMin, {cells})),
            "hk_index_min(p->k, 4LL, (hk_at_most(0LL, (long long)n) && "
            "hk_at_most((long long)n, 9LL) ? 1LL : -1LL), 4LL, -4)");
  EXPECT_EQ(text(node(CheckKind::RowsDisjoint, {cells, constant(8)})),
            "hk_rows_apart(p->k, 4LL, (hk_at_most(0LL, (long long)n) && "
            "hk_at_most((long long)n, 9LL) ? 1LL : -1LL), 4LL, -4, 8LL)");
}

TEST_F(CheckText, PointersInMemory) {
  EXPECT_EQ(text(pointerIn(variable(object("p")), constant(8), 8, {}, {})),
            "hk_pointer_in(p, 8LL)");
  EXPECT_EQ(
      text(node(CheckKind::ReadableNear, {variable(object("p")), constant(8),
                                          constant(16), constant(0)})),
      "hk_is_readable_near(p, 8LL, 16LL, 0LL)");
}

TEST_F(CheckText, Tests) {
  EXPECT_EQ(text(both(atMost(constant(1), n()),
                      both(node(CheckKind::IsMultiple, {n(), constant(4)}),
                           node(CheckKind::Divides, {n(), constant(12)})))),
            "hk_at_most(1LL, (long long)n) && (long long)n % 4LL == 0 && "
            "hk_divides((long long)n, 12LL)");
  EXPECT_EQ(
      text(node(CheckKind::ExtentAtMost, {constant(0), n(), constant(1024)})),
      "hk_at_most(hk_plus((long long)n, hk_times(-1LL, 0LL)), 1024LL)");
}

TEST_F(CheckText, OfWhereObjectsStart) {
  AliasCheck check;
  check.first = {variable(object("p")), constant(0), constant(1),
                 atMost(constant(1), n())};
  check.second = {addressOf(object("a")), constant(0), constant(1)};
  check.test = AliasCheck::Test::Starts;
  EXPECT_EQ(checkText(program_, check, "@"),
            "@at_most(1LL, (long long)n) && @differ(p, &a)");
  check.test = AliasCheck::Test::Either;
  EXPECT_EQ(checkText(program_, check, "@"),
            "@at_most(1LL, (long long)n) && (@differ(p, &a) || "
            "@apart(p, 0LL, 1LL,\n         &a, 0LL, 1LL))");
}

TEST_F(CheckText, AGuardOfBothRangesStandsOnce) {
  AliasCheck check;
  check.first = {variable(object("p")), constant(0), n(),
                 atMost(constant(1), n())};
  check.second = {addressOf(object("a")), constant(0), constant(80),
                  atMost(constant(1), n())};
  EXPECT_EQ(checkText(program_, check, "@"),
            "@at_most(1LL, (long long)n) && @apart(p, 0LL, (long long)n,\n"
            "         &a, 0LL, 80LL)");
  check.first.guard = truth(true);
  check.second.guard = truth(true);
  EXPECT_EQ(checkText(program_, check, "@"),
            "@apart(p, 0LL, (long long)n,\n         &a, 0LL, 80LL)");
}
