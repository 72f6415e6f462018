// SPDX-License-Identifier: Apache-2.0
//
// Pieces of C; the C of reductions.

#include "codegen/text/Text.h"
#include "codegen/copies/Reductions.h"
#include "codegen/frame/Frame.h"

#include <gtest/gtest.h>

using namespace hocket;
using namespace hocket::codegen;

namespace {

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
