// SPDX-License-Identifier: Apache-2.0
//
// Values of expressions in a loop, the loop's iterations, and when its
// statements run.
#include "symbolic/AffineModel.h"

#include "AnalyzedC.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::polyhedral;

namespace {

/// A function with a loop, seen by a model of the first one.
struct Modelled {
  test::AnalyzedC c;
  ProgramIndex index;
  IslContext ctx;
  AffineModel model;

  explicit Modelled(const std::string &body)
      : c("int g[1000], h[1000]; unsigned char z;\n"
          "void f(int n, int m, unsigned u, int *p) { int i, j, k = 0;\n" +
          body + "\n}\n"),
        index(c.program, c.effects),
        model(index, ctx, {c.loop(0), false, {}, true, false, false, false}) {}

  /// "2*i + 3*n + 1", by the names of iterators ("i", or "#" where iterations
  /// are counted), parameters, and "<...>" for what is derived.
  std::string text(const Polynomial &polynomial) const {
    std::string result;
    for (const auto &[monomial, coefficient] : polynomial.terms()) {
      result += (result.empty() ? "" : " + ") + std::to_string(coefficient);
      for (SymbolId id : monomial)
        result += "*" + nameOf(model.symbol(id));
    }
    return result.empty() ? "0" : result;
  }
  std::string nameOf(const Symbol &symbol) const {
    if (symbol.kind == Symbol::Kind::Iterator)
      return symbol.name[0] == 'k' ? "#" : "i";
    if (symbol.kind == Symbol::Kind::Parameter && isValid(symbol.expr) &&
        c.program[symbol.expr].kind == ir::ExprKind::Var)
      return c.program[c.program[symbol.expr].object].name;
    return "<" + symbol.name.substr(0, symbol.name.find(',')) + ">";
  }
  /// The byte offset of the last write to memory in the loop's statements.
  std::string offset() {
    std::string result = "no write";
    for (ir::StmtId stmt : model.stmts())
      for (const analysis::EffectItem &item : index.itemsOf(stmt)) {
        if (item.kind != ir::AccessKind::Write || !isValid(item.address) ||
            c.program[item.address].kind != ir::ExprKind::Add)
          continue;
        std::optional<Value> address = model.addressOf(item, stmt);
        result = address ? text(address->polynomial) : "unknown";
      }
    return result;
  }
};

std::string offsetIn(const std::string &body) {
  return Modelled(body).offset();
}

} // namespace

TEST(AffineModel, SubscriptsArePolynomials) {
  EXPECT_EQ(offsetIn("for (i = 0; i < n; i++) g[i] = 1;"), "4*i");
  EXPECT_EQ(offsetIn("for (i = 0; i < n; i++) g[2 * i + n] = 1;"), "4*n + 8*i");
  EXPECT_EQ(offsetIn("for (i = 0; i < n; i++) g[i * m + 1] = 1;"), "4 + 4*i*m");
  EXPECT_EQ(offsetIn("for (i = 0; i < n; i++) g[i & 7] = 1;"), "4*<mod8>");
  EXPECT_EQ(offsetIn("for (i = 0; i < n; i++) g[i / 2] = 1;"), "4*<div2>");
}

TEST(AffineModel, ScalarsAreWhatReachesThem) {
  EXPECT_EQ(offsetIn("for (i = 0; i < n; i++) { j = i + 1; g[j] = 1; }"),
            "4 + 4*i");
  EXPECT_EQ(offsetIn("for (i = 0; i < n; i++) {"
                     "if (i > m) j = 1; else j = 2; g[j] = 1; }"),
            "unknown");
}

TEST(AffineModel, InductionsAreEntryPlusStepTimesNumber) {
  EXPECT_EQ(offsetIn("for (i = 0; i < n; i++) { g[k] = 1; k += 3; }"),
            offsetIn("for (i = 0; i < n; i++) g[3 * i + k] = 1;"));
}

TEST(AffineModel, WhatMayWrapIsNoNumber) {
  // As unsigned, i + u may be less than i; as signed, i + m is more.
  EXPECT_EQ(offsetIn("for (i = 0; i < n; i++) g[i + m] = 1;"), "4*i + 4*m");
  EXPECT_EQ(offsetIn("for (i = 0; i < n; i++) g[(unsigned)i + u] = 1;"),
            "unknown");
  EXPECT_EQ(offsetIn("for (i = 0; i < 100; i++) g[(unsigned char)i] = 1;"),
            "4*i");
  EXPECT_EQ(offsetIn("for (i = 0; i < 300; i++) g[(unsigned char)i] = 1;"),
            "unknown");
}

TEST(AffineModel, CountedLoopsHaveBounds) {
  Modelled m("for (i = m; i < n; i += 2) g[i] = 1;");
  const LoopShape *shape = m.model.loopShape(m.c.loop(0));
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->step, 2);
  EXPECT_EQ(m.text(*shape->lower), "1*m");
  EXPECT_EQ(m.text(*shape->bound), "1*n");
  EXPECT_TRUE(shape->exact);
  Modelled moving("for (i = 0; i != n; i += 2) { n--; g[i] = 1; }");
  EXPECT_FALSE(moving.model.loopShape(moving.c.loop(0)));
}

TEST(AffineModel, OtherLoopsCountIterationsFromZero) {
  Modelled m("i = 0; while (i < n) { g[i] = 1; i += 3; }");
  const LoopShape *shape = m.model.loopShape(m.c.loop(0));
  ASSERT_TRUE(shape);
  EXPECT_EQ(m.text(*shape->lower), "0");
  EXPECT_EQ(m.text(*shape->bound), "1*<trips/3>");
}

TEST(AffineModel, DomainsHaveTheConditionsAround) {
  Modelled m("for (i = 0; i < 10; i++) { if (i > 3) g[i] = 1; }");
  ir::StmtId write = m.model.stmts().back();
  for (ir::StmtId stmt : m.model.stmts())
    if (m.c.program.text(m.c.program[stmt].text) == "g[i] = 1")
      write = stmt;
  Domain domain = m.model.domain(m.index.nodeOf(write));
  EXPECT_TRUE(domain.exact);
  isl::pw_aff i = m.model.toIsl(
      Polynomial::symbol(m.model.loopShape(m.c.loop(0))->iterator));
  isl::set expected =
      i.gt_set(m.model.constant(3)).intersect(i.lt_set(m.model.constant(10)));
  EXPECT_TRUE(domain.set.is_equal(expected));
}
