// SPDX-License-Identifier: Apache-2.0
#include "loops/reductions/TargetAddress.h"

#include "symbolic/GivenPointers.h"

#include <numeric>
#include <optional>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::ObjectId;
using ir::StmtId;

namespace {

void add(const ir::Program &program, const ir::Expr &sum, TargetAddress &to) {
  ExprId offset = sum.operands[1];
  to.terms.push_back({offset, sum.value});
  if (program[offset].kind == ExprKind::Const)
    to.member += program[offset].value;
  else
    to.stride = std::gcd(to.stride, divisorOf(program, offset));
}

} // namespace

int64_t divisorOf(const ir::Program &program, ExprId id) {
  constexpr int64_t largest = int64_t(1) << 40;
  const ir::Expr &expr = program[id];
  if (expr.kind == ExprKind::Const)
    return expr.value > largest || expr.value < -largest ? 1
                                                         : std::abs(expr.value);
  if (expr.kind != ExprKind::Mul)
    return 1;
  int64_t product = 1;
  if (__builtin_mul_overflow(divisorOf(program, expr.operands[0]),
                             divisorOf(program, expr.operands[1]), &product) ||
      product > largest)
    return 1;
  return expr.isSigned ? product : product & -product;
}

TargetAddress takeApart(AffineModel &model, ExprId address, StmtId stmt) {
  constexpr unsigned deepest = 4;
  const ir::Program &program = model.program();
  TargetAddress result;
  result.at = stmt;
  bool isFixed = true; // what was added so far is the same anywhere
  for (unsigned depth = 0;; ++depth) {
    while (program[address].kind == ExprKind::Add &&
           program[address].isPointer) {
      const ir::Expr &sum = program[address];
      add(program, sum, result);
      isFixed &= program[sum.operands[1]].kind == ExprKind::Const;
      address = sum.operands[0];
    }
    const ir::Expr &base = program[address];
    std::optional<GivenPointer> given;
    if (base.kind == ExprKind::Var && base.isPointer && isFixed &&
        depth < deepest)
      given = givenTo(model.index(), model.root(), base.object);
    if (!given)
      break;
    address = given->value;
    result.at = given->at;
  }
  result.base = address;
  if (result.stride != 0)
    result.member =
        (result.member % result.stride + result.stride) % result.stride;
  return result;
}

} // namespace hocket::polyhedral
