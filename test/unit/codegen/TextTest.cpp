// SPDX-License-Identifier: Apache-2.0
//
// The user's text with its holes filled; declarations turned into assignments;
// the C of reductions.

#include "codegen/Text.h"
#include "codegen/Frame.h"
#include "codegen/Reductions.h"
#include "frontend/ExtractProgram.h"
#include "ir/Text.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::codegen;

namespace {

ir::Program programOf(const std::string &text) {
  RemarkSink sink;
  ir::Program program = extractProgram({{"t.c", text, {}}}, true, sink);
  EXPECT_TRUE(program.units.at(0).parsed) << program.units[0].problem;
  return program;
}

/// The text of the first statement that contains `part`, with `x` and `p`
/// filled.
std::string filled(const ir::Program &program, const std::string &part,
                   const ir::Insertions &insertions = {}) {
  for (const ir::Stmt &stmt : program.stmts)
    if (isValid(stmt.text.unit) &&
        program.text(stmt.text).find(part) != std::string::npos)
      return fill(
          program, stmt.text,
          [&](ir::ObjectId id) -> std::string {
            const std::string &name = program[id].name;
            return name == "x" ? "(*hk_f->x)" : name == "p" ? "hk_p" : "";
          },
          insertions);
  return "";
}

ir::Object integer(unsigned bits, bool isSigned) {
  ir::Object object;
  object.bits = uint8_t(bits);
  object.isSigned = isSigned;
  object.type.before = "int ";
  return object;
}

std::string identityOf(ir::UpdateOp op, const ir::Object &object) {
  polyhedral::ReductionObject reduction;
  reduction.op = op;
  reduction.bits = object.bits;
  reduction.isSigned = object.isSigned;
  reduction.isFloat = object.isFloat;
  reduction.type = "int";
  return identity(reduction);
}

std::string combined(ir::UpdateOp op) {
  polyhedral::ReductionObject reduction;
  reduction.op = op;
  reduction.bits = 32;
  reduction.type = "int";
  return combineStatement(reduction, "t", "v");
}

} // namespace

TEST(Fill, EachUseOfAVariableAndNothingElse) {
  ir::Program program =
      programOf("struct s { int x; }; int x; void f(struct s *p, int y) {\n"
                "  y = x + p->x * (x - sizeof(x)); }");
  EXPECT_EQ(filled(program, "y = "),
            "y = (*hk_f->x) + hk_p->x * ((*hk_f->x) - sizeof((*hk_f->x)))");
}

TEST(Fill, ShadowedNamesAreOtherVariables) {
  ir::Program program =
      programOf("int x; int f(int n) { int y = x;\n"
                "  y += ({ int x_ = n; int z = x_; z; }) + x; return y; }");
  EXPECT_EQ(filled(program, "y += "),
            "y += ({ int x_ = n; int z = x_; z; }) + (*hk_f->x)");
}

TEST(Fill, Insertions) {
  ir::Program program = programOf("int x; void f(int y) { y = x; }");
  const std::string &text = program.units[0].text;
  ir::Insertions insertions;
  insertions.emplace(uint32_t(text.find("y = x")), "A");
  insertions.emplace(uint32_t(text.find("x; }")), "B");
  EXPECT_EQ(filled(program, "y = x", insertions), "Ay = B(*hk_f->x)");
}

TEST(Text, LineMarkers) {
  EXPECT_EQ(ir::lineMarker({"a \"b\"\\c.c", 40, 3}, false),
            "# 40 \"a \\\"b\\\"\\\\c.c\"\n");
  EXPECT_EQ(ir::lineMarker({"a.c", 4, 3}, true), "# 4 \"a.c\" 3\n");
}

TEST(Text, IndentedLeavesMarkersAndEmptyLines) {
  EXPECT_EQ(indented("a\n# 1 \"x\"\n\n  b", 2), "  a\n# 1 \"x\"\n\n    b");
}

TEST(Reductions, Identities) {
  using enum ir::UpdateOp;
  EXPECT_EQ(identityOf(Add, integer(32, true)), "0");
  EXPECT_EQ(identityOf(Mul, integer(32, true)), "1");
  EXPECT_EQ(identityOf(And, integer(8, false)), "-1");
  EXPECT_EQ(identityOf(Or, integer(32, true)), "0");
  EXPECT_EQ(identityOf(Xor, integer(32, true)), "0");
  EXPECT_EQ(identityOf(LogicalAnd, integer(32, true)), "1");
  EXPECT_EQ(identityOf(LogicalOr, integer(32, true)), "0");
}

TEST(Reductions, ExtremesOfEachWidth) {
  using enum ir::UpdateOp;
  EXPECT_EQ(identityOf(Min, integer(32, true)), "((1LL << 31) - 1)");
  EXPECT_EQ(identityOf(Max, integer(32, true)), "(-((1LL << 31) - 1) - 1)");
  EXPECT_EQ(identityOf(Min, integer(64, true)), "0x7fffffffffffffffLL");
  EXPECT_EQ(identityOf(Max, integer(64, true)), "(-0x7fffffffffffffffLL - 1)");
  EXPECT_EQ(identityOf(Min, integer(32, false)), "((1ULL << 32) - 1)");
  EXPECT_EQ(identityOf(Min, integer(64, false)), "~0ULL");
  EXPECT_EQ(identityOf(Max, integer(16, false)), "0");
  ir::Object real;
  real.isFloat = true;
  EXPECT_EQ(identityOf(Min, real), "__builtin_inf()");
  EXPECT_EQ(identityOf(Max, real), "-__builtin_inf()");
}

TEST(Reductions, Combine) {
  using enum ir::UpdateOp;
  // A part may leave the range of int where the whole does not.
  EXPECT_EQ(combined(Add), "t = (int)((unsigned)t + v);");
  EXPECT_EQ(combined(Mul), "t = (int)((unsigned)t * v);");
  EXPECT_EQ(combined(And), "t &= v;");
  EXPECT_EQ(combined(Or), "t |= v;");
  EXPECT_EQ(combined(Xor), "t ^= v;");
  EXPECT_EQ(combined(Min), "t = v < t ? v : t;");
  EXPECT_EQ(combined(Max), "t = v > t ? v : t;");
  EXPECT_EQ(combined(LogicalAnd), "t = t && v;");
  EXPECT_EQ(combined(LogicalOr), "t = t || v;");
}
