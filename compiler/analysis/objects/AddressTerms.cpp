// SPDX-License-Identifier: Apache-2.0
#include "analysis/objects/AddressTerms.h"

#include <cstdint>
#include <numeric>

namespace hocket::analysis {

using namespace ir;

namespace {

/// Splits factor * expr into terms.
void collectTerms(const Program &p, ExprId expr, int64_t factor,
                  AddressTerms &terms) {
  const Expr &e = p[expr];
  int64_t product = 0;
  auto constant = [&](ExprId id, int64_t &value) {
    value = p[id].value;
    return p[id].kind == ExprKind::Const &&
           !__builtin_mul_overflow(factor, value, &product);
  };
  int64_t value = 0;
  switch (e.kind) {
  case ExprKind::Const:
    if (constant(expr, value) &&
        !__builtin_add_overflow(terms.delta, product, &terms.delta))
      return;
    terms.stride = 1;
    return;
  case ExprKind::Add:
    collectTerms(p, e.operands[0], factor, terms);
    collectTerms(p, e.operands[1], factor, terms);
    return;
  case ExprKind::Sub:
    collectTerms(p, e.operands[0], factor, terms);
    collectTerms(p, e.operands[1], -factor, terms);
    return;
  case ExprKind::Mul:
    if (constant(e.operands[0], value))
      return collectTerms(p, e.operands[1], product, terms);
    if (constant(e.operands[1], value))
      return collectTerms(p, e.operands[0], product, terms);
    break;
  default:
    break;
  }
  bool isPointer = e.isPointer || e.kind == ExprKind::AddrOf;
  if (isPointer && factor == 1) {
    terms.bases.push_back(expr);
    return;
  }
  terms.rest.push_back(expr);
  terms.stride =
      std::gcd(terms.stride, factor < 0 ? -static_cast<uint64_t>(factor)
                                        : static_cast<uint64_t>(factor));
}

} // namespace

AddressTerms splitAddress(const Program &program, ExprId expr) {
  AddressTerms terms;
  collectTerms(program, expr, 1, terms);
  return terms;
}

namespace {

/// Bytes between the neighbours that the offset tells apart.
int64_t strideOf(const Program &program, ExprId offset) {
  const Expr &product = program[offset];
  int64_t stride = 1;
  if (product.kind == ExprKind::Mul)
    for (ExprId operand : product.operands)
      if (program[operand].kind == ExprKind::Const)
        stride = program[operand].value;
  return stride;
}

} // namespace

std::optional<AddressRange> openAddressRange(const Program &program,
                                             ExprId expr) {
  constexpr int64_t farthest = INT32_MAX;
  AddressRange range;
  bool isOpen = false;
  for (;;) {
    const Expr &sum = program[expr];
    bool isSub = sum.kind == ExprKind::Sub;
    if (!sum.isPointer || (sum.kind != ExprKind::Add && !isSub))
      break;
    const Expr &step = program[sum.operands[1]];
    int64_t stride = strideOf(program, sum.operands[1]);
    if (step.kind == ExprKind::Const && step.value <= farthest &&
        step.value >= -farthest) {
      range.least += isSub ? -step.value : step.value;
      range.greatest += isSub ? -step.value : step.value;
    } else if (!isSub && 0 < stride && stride <= sum.value &&
               sum.value <= farthest) {
      range.greatest += sum.value - stride;
    } else if (!isSub && sum.value == INT64_MAX) {
      isOpen = true;
    } else {
      return std::nullopt;
    }
    if (range.least < -farthest || range.greatest > farthest)
      return std::nullopt;
    expr = sum.operands[0];
  }
  range.base = expr;
  if (isOpen)
    range.greatest = AddressRange::unbounded;
  return range;
}

std::optional<AddressRange> addressRange(const Program &program, ExprId expr) {
  std::optional<AddressRange> range = openAddressRange(program, expr);
  return range && range->greatest != AddressRange::unbounded ? range
                                                             : std::nullopt;
}

} // namespace hocket::analysis
