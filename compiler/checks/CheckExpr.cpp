// SPDX-License-Identifier: Apache-2.0
#include "checks/CheckExpr.h"

#include <algorithm>

namespace hocket::polyhedral {

namespace {

constexpr int64_t kFarthest = int64_t(1) << 60; ///< as hk_far_bits

bool isSame(const ir::TextRange &a, const ir::TextRange &b) {
  return a.unit == b.unit && a.begin == b.begin && a.end == b.end;
}

template <typename Visit> void walk(const CheckExpr &expr, Visit visit) {
  visit(*expr);
  for (const CheckExpr &operand : expr->operands)
    walk(operand, visit);
}

CheckExpr leaf(CheckKind kind, ir::ObjectId object) {
  CheckNode result;
  result.kind = kind;
  result.object = object;
  return CheckExpr(std::move(result));
}

} // namespace

CheckExpr::CheckExpr(CheckNode node)
    : node_(std::make_shared<const CheckNode>(std::move(node))) {}

bool CheckExpr::is(CheckKind kind) const {
  return node_ && node_->kind == kind;
}

bool CheckExpr::operator==(const CheckExpr &other) const {
  if (node_ == other.node_)
    return true;
  if (!node_ || !other.node_)
    return false;
  const CheckNode &a = *node_, &b = *other.node_;
  return a.kind == b.kind && a.size == b.size && a.value == b.value &&
         a.object == b.object && isSame(a.load.text, b.load.text) &&
         std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(),
                    b.operands.end());
}

CheckExpr node(CheckKind kind, std::vector<CheckExpr> operands) {
  CheckNode result;
  result.kind = kind;
  for (const CheckExpr &operand : operands)
    result.size += operand->size;
  result.operands = std::move(operands);
  return CheckExpr(std::move(result));
}

CheckExpr constant(int64_t value) {
  CheckNode result;
  result.kind = CheckKind::Constant;
  result.value = value;
  return CheckExpr(std::move(result));
}

CheckExpr variable(ir::ObjectId object) {
  return leaf(CheckKind::Variable, object);
}

CheckExpr addressOf(ir::ObjectId object) {
  return leaf(CheckKind::AddressOf, object);
}

CheckExpr sizeOf(ir::ObjectId object) {
  return leaf(CheckKind::SizeOf, object);
}

CheckExpr load(CheckLoad load, ReadObjects reads) {
  CheckNode result;
  result.kind = CheckKind::Load;
  result.load = std::move(load);
  result.reads = std::move(reads);
  return CheckExpr(std::move(result));
}

CheckExpr truth(bool value) {
  return node(value ? CheckKind::True : CheckKind::False, {});
}

std::optional<int64_t> smallConstant(const CheckExpr &expr) {
  constexpr int64_t largest = int64_t(1) << 40;
  if (!expr.is(CheckKind::Constant) || expr->value < -largest ||
      expr->value > largest)
    return std::nullopt;
  return expr->value;
}

CheckExpr plus(const CheckExpr &a, const CheckExpr &b) {
  std::optional<int64_t> x = smallConstant(a), y = smallConstant(b);
  if (x && y)
    return constant(*x + *y);
  if (!a || x == 0)
    return b;
  return !b || y == 0 ? a : node(CheckKind::Plus, {a, b});
}

CheckExpr times(const CheckExpr &a, const CheckExpr &b) {
  std::optional<int64_t> x = smallConstant(a), y = smallConstant(b);
  int64_t product = 0;
  if (x && y && !__builtin_mul_overflow(*x, *y, &product) &&
      product >= -kFarthest && product <= kFarthest)
    return constant(product);
  if (x == 0 || y == 0)
    return constant(0);
  if (x == 1)
    return b;
  return y == 1 ? a : node(CheckKind::Times, {a, b});
}

CheckExpr negated(const CheckExpr &a) {
  if (std::optional<int64_t> x = smallConstant(a))
    return constant(-*x);
  return node(CheckKind::Negate, {a});
}

CheckExpr over(const CheckExpr &a, const CheckExpr &b) {
  std::optional<int64_t> x = smallConstant(a);
  bool isConstant = b.is(CheckKind::Constant);
  if (x && isConstant)
    return constant(*x / b->value);
  return isConstant && b->value == 1 ? a : node(CheckKind::Over, {a, b});
}

CheckExpr lesser(const CheckExpr &a, const CheckExpr &b) {
  std::optional<int64_t> x = smallConstant(a), y = smallConstant(b);
  if (x && y)
    return constant(std::min(*x, *y));
  return a == b ? a : node(CheckKind::Least, {a, b});
}

CheckExpr greater(const CheckExpr &a, const CheckExpr &b) {
  std::optional<int64_t> x = smallConstant(a), y = smallConstant(b);
  if (x && y)
    return constant(std::max(*x, *y));
  return a == b ? a : node(CheckKind::Most, {a, b});
}

CheckExpr elements(const CheckExpr &base, const CheckExpr &low,
                   const CheckExpr &count, int64_t step, int type,
                   ReadObjects reads) {
  CheckNode result =
      *node(CheckKind::Elements, {base, low, count, constant(step)});
  result.value = type;
  result.reads = std::move(reads);
  return CheckExpr(std::move(result));
}

CheckExpr pointerIn(const CheckExpr &base, const CheckExpr &offset, int bytes,
                    ReadObjects reads, const ir::TextRange &spelling) {
  CheckNode result = *node(CheckKind::PointerIn, {base, offset});
  result.value = bytes;
  result.reads = std::move(reads);
  result.load.text = spelling;
  return CheckExpr(std::move(result));
}

CheckExpr atMost(const CheckExpr &a, const CheckExpr &b) {
  std::optional<int64_t> x = smallConstant(a), y = smallConstant(b);
  if (x && y)
    return truth(*x <= *y);
  return node(CheckKind::AtMost, {a, b});
}

CheckExpr both(const CheckExpr &a, const CheckExpr &b) {
  if (a.is(CheckKind::True) || b.is(CheckKind::True))
    return a.is(CheckKind::True) ? b : a;
  std::vector<CheckExpr> all;
  for (const CheckExpr &side : {a, b})
    if (side.is(CheckKind::And))
      all.insert(all.end(), side->operands.begin(), side->operands.end());
    else
      all.push_back(side);
  return node(CheckKind::And, std::move(all));
}

std::vector<ir::ObjectId>
variablesOf(const std::vector<const CheckExpr *> &trees) {
  std::vector<ir::ObjectId> all;
  for (const CheckExpr *tree : trees)
    if (*tree)
      walk(*tree, [&](const CheckNode &node) {
        if (isValid(node.object))
          all.push_back(node.object);
        all.insert(all.end(), node.load.names.begin(), node.load.names.end());
      });
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::optional<analysis::ObjectSet>
memoryReadBy(const std::vector<const CheckExpr *> &trees) {
  std::optional<analysis::ObjectSet> all;
  for (const CheckExpr *tree : trees)
    if (*tree)
      walk(*tree, [&](const CheckNode &node) {
        if (node.kind != CheckKind::Load && node.kind != CheckKind::Elements &&
            node.kind != CheckKind::PointerIn)
          return;
        if (!all)
          all.emplace();
        for (const analysis::ObjectSet &objects : node.reads)
          unite(*all, objects);
      });
  return all;
}

/// Cells whose number is a constant are no pass.
double nanoseconds(const CheckExpr &expr, double elements, double elementNs) {
  double passes = 0;
  if (expr)
    walk(expr, [&](const CheckNode &node) {
      passes += std::any_of(node.operands.begin(), node.operands.end(),
                            [](const CheckExpr &operand) {
                              return operand.is(CheckKind::Elements) &&
                                     !smallConstant(operand->operands[2]);
                            });
    });
  return passes * elements * elementNs;
}

namespace {

/// Of a pointer that a called function loads, as its caller would write it:
/// "a->data" where the callee says "g->data".
std::string memberName(const ir::Program &program, const CheckNode &pointer) {
  const std::string said(program.text(pointer.load.text));
  const std::string object = baseName(program, pointer.operands[0]);
  const std::size_t arrow = said.find("->");
  if (arrow == std::string::npos || object.empty() ||
      said.find("->", arrow + 2) != std::string::npos)
    return said;
  return object.front() == '&' ? object.substr(1) + "." + said.substr(arrow + 2)
                               : object + said.substr(arrow);
}

} // namespace

std::string baseName(const ir::Program &program, const CheckExpr &base) {
  switch (base->kind) {
  case CheckKind::Variable:
    return program[base->object].name;
  case CheckKind::AddressOf:
    return "&" + program[base->object].name;
  case CheckKind::Load:
    return std::string(program.text(base->load.text));
  case CheckKind::PointerIn:
    return memberName(program, *base);
  default:
    return "";
  }
}

std::string arrayName(const ir::Program &program, const CheckExpr &base) {
  return base.is(CheckKind::AddressOf) ? program[base->object].name
                                       : baseName(program, base);
}

} // namespace hocket::polyhedral
