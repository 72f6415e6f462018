// SPDX-License-Identifier: Apache-2.0
#include "loops/reductions/TargetAddress.h"

#include "dataflow/ScalarFlow.h"

#include "ir/Tree.h"

#include <numeric>
#include <optional>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::ObjectId;
using ir::StmtId;

namespace {

/// A value, and the statement that evaluates it.
struct Given {
  ExprId value;
  StmtId at;
};

/// What the pointer holds wherever the root reads it: what the same iteration
/// was given last, always from one place. Nothing for any other pointer.
std::optional<Given> givenTo(AffineModel &model, ObjectId pointer) {
  const ProgramIndex &index = model.index();
  const ir::Program &program = index.program();
  if (!index.isNamedOnly(pointer) || program[pointer].isVolatile ||
      program[pointer].isThreadLocal)
    return std::nullopt;
  std::optional<Given> found;
  for (StmtId writer : index.namedWriters(pointer)) {
    if (!ir::isWithin(program, index.nodeOf(writer), model.root()))
      continue;
    for (const ir::Access &access : program[writer].accesses) {
      if (access.kind != ir::AccessKind::Write || !isValid(access.address) ||
          program[access.address].kind != ExprKind::AddrOf ||
          program[access.address].object != pointer)
        continue;
      if (found || !access.must || !isValid(access.value) ||
          !program[access.value].isPointer)
        return std::nullopt;
      found = Given{access.value, writer};
    }
  }
  if (!found || ScalarFlow(index, pointer).isExposed(model.root()))
    return std::nullopt;
  return found;
}

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
    std::optional<Given> given;
    if (base.kind == ExprKind::Var && base.isPointer && isFixed &&
        depth < deepest)
      given = givenTo(model, base.object);
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
