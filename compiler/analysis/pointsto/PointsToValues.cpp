// SPDX-License-Identifier: Apache-2.0
//
// What a value may point to. Sums are split into a base (the pointer), a
// constant and index terms, whose factors give the stride; every other
// operation on a pointer may give any place in the same object.
#include "analysis/pointsto/PointsToBuilder.h"

namespace hocket::analysis {

using namespace ir;

void PointsToBuilder::findCallResults() {
  hasCallResult_.assign(p_.exprs.size(), 0);
  for (std::size_t i = 0; i < p_.exprs.size(); ++i) {
    const Expr &e = p_.exprs[i];
    hasCallResult_[i] = e.kind == ExprKind::CallResult;
    for (ExprId operand : e.operands)
      hasCallResult_[i] |= hasCallResult_[index(operand)];
  }
  exprNodes_.assign(p_.exprs.size(), noNode);
  isEvaluated_.assign(p_.exprs.size(), 0);
}

PointsToBuilder::Node PointsToBuilder::nodeOf(StmtId stmt, ExprId expr) const {
  if (!isValid(expr))
    return noNode;
  if (!hasCallResult_[index(expr)])
    return exprNodes_[index(expr)];
  auto it = stmtNodes_.find({stmt, expr});
  return it == stmtNodes_.end() ? noNode : it->second;
}

PointsToBuilder::Node PointsToBuilder::eval(StmtId stmt, ExprId expr) {
  if (!isValid(expr))
    return noNode;
  const Expr &e = p_[expr];
  bool isSum = e.kind == ExprKind::Add || e.kind == ExprKind::Sub;
  if (hasCallResult_[index(expr)]) {
    auto it = stmtNodes_.find({stmt, expr});
    if (it != stmtNodes_.end())
      return it->second;
    Node node = isSum ? evalSum(stmt, expr) : evalNew(stmt, e);
    return stmtNodes_[{stmt, expr}] = node;
  }
  if (isEvaluated_[index(expr)])
    return exprNodes_[index(expr)];
  isEvaluated_[index(expr)] = 1;
  Node node = isSum ? evalSum(stmt, expr) : evalNew(stmt, e);
  return exprNodes_[index(expr)] = node;
}

/// The node whose one location is the address of an object.
PointsToBuilder::Node PointsToBuilder::addressNode(uint32_t object) {
  auto [it, isNew] = addressNodes_.try_emplace(object, noNode);
  if (isNew) {
    it->second = solver_.newNode();
    solver_.addLocation(it->second, solver_.locate(object, 0, 0));
  }
  return it->second;
}

PointsToBuilder::Node PointsToBuilder::evalNew(StmtId stmt, const Expr &e) {
  if (e.isFloat && e.kind != ExprKind::CallResult)
    return noNode;
  switch (e.kind) {
  case ExprKind::Const:
    // Null, or an address of its own, which the outside has if anyone.
    return e.isPointer && e.value != 0 ? outside_ : noNode;
  case ExprKind::Var:
    noteInteger(e, variable(e.object));
    return variable(e.object);
  case ExprKind::AddrOf:
    return addressNode(idx(e.object));
  case ExprKind::Load: {
    Node address = eval(stmt, e.operands[0]);
    if (address == noNode)
      return e.isPointer || e.bits == 0 ? unknownValue_ : noNode;
    Node node = solver_.newNode();
    solver_.addLoad(address, node, e.bits == 0, e.bits / 8);
    noteInteger(e, node);
    return node;
  }
  case ExprKind::CallResult: {
    auto it = callNodes_.find({stmt, static_cast<unsigned>(e.value)});
    return it == callNodes_.end() ? unknownValue_ : it->second;
  }
  case ExprKind::Select:
    return unite(stmt, {e.operands[1], e.operands[2]}, 0);
  case ExprKind::Min:
  case ExprKind::Max:
    return unite(stmt, e.operands, 0);
  case ExprKind::Unknown:
    return evalUnknown(stmt, e);
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::LogicalAnd:
  case ExprKind::LogicalOr:
  case ExprKind::LogicalNot:
    return noNode;
  default:
    return evalMixed(stmt, e);
  }
}

bool PointsToBuilder::isWide(const Expr &e) const {
  return e.bits >= 8 * pointerBytes_;
}

/// Integers that hold pointers somewhere may do so where nothing is known.
void PointsToBuilder::noteInteger(const Expr &e, Node node) {
  if (!e.isPointer && e.bits != 0 && isWide(e))
    solver_.addCopy(node, integers_);
}

/// Marks the objects whose addresses are in a value.
void PointsToBuilder::markExposed(ExprId value) {
  if (!isValid(value))
    return;
  const Expr &e = p_[value];
  if (e.kind == ExprKind::AddrOf)
    isExposed_[index(e.object)] = 1;
  if (e.kind != ExprKind::Load)
    for (ExprId operand : e.operands)
      markExposed(operand);
}

/// Casts and integer operations: pointers among the operands survive them.
PointsToBuilder::Node PointsToBuilder::evalMixed(StmtId stmt, const Expr &e) {
  if (e.kind != ExprKind::Cast)
    return unite(stmt, e.operands, 1);
  Node node = unite(stmt, e.operands, 0);
  const Expr &operand = p_[e.operands[0]];
  bool fromInteger = e.isPointer && !operand.isPointer &&
                     operand.kind != ExprKind::AddrOf &&
                     operand.kind != ExprKind::Const;
  if (!fromInteger)
    return node;
  Node united = solver_.newNode();
  if (node != noNode)
    solver_.addCopy(node, united);
  solver_.addCopy(outside_, united);
  return united;
}

PointsToBuilder::Node PointsToBuilder::evalUnknown(StmtId stmt, const Expr &e) {
  if (isReadLater(e)) // the order of stores does not count here
    return eval(stmt, e.operands[0]);
  if (e.operands.empty()) {
    if (e.isPointer || e.bits == 0)
      return unknownValue_;
    return isWide(e) ? unknownInteger_ : noNode;
  }
  Node node = unite(stmt, e.operands, 1);
  if (!e.isPointer)
    return node;
  if (node == noNode)
    return unknownValue_;
  Node united = solver_.newNode();
  solver_.addCopy(node, united);
  solver_.addCopy(outside_, united);
  return united;
}

PointsToBuilder::Node PointsToBuilder::unite(StmtId stmt,
                                             const std::vector<ExprId> &parts,
                                             uint64_t stride) {
  Node united = noNode;
  for (ExprId part : parts) {
    Node node = eval(stmt, part);
    if (node == noNode)
      continue;
    if (united == noNode)
      united = solver_.newNode();
    solver_.addCopy(node, united, 0, stride);
  }
  return united;
}

PointsToBuilder::Node PointsToBuilder::evalSum(StmtId stmt, ExprId expr) {
  AddressTerms terms = splitAddress(p_, expr);
  if (terms.bases.empty()) {
    Node node = unite(stmt, terms.rest, 1);
    return node == noNode && p_[expr].isPointer ? outside_ : node;
  }
  // The difference of two pointers is a number, and signed. Of addresses as
  // unsigned integers, `p + (q - p)` leads where q does, be it in steps.
  const Expr &whole = p_[expr];
  const bool isOfIntegers = !whole.isPointer && !whole.isSigned;
  auto isPointer = [this](ExprId other) { return p_[other].isPointer; };
  if (!whole.isPointer && !isOfIntegers &&
      std::count_if(terms.rest.begin(), terms.rest.end(), isPointer) >=
          std::ssize(terms.bases))
    return noNode;
  Node sum = solver_.newNode();
  if (isOfIntegers)
    for (ExprId other : terms.rest)
      if (Node node = isPointer(other) ? noNode : eval(stmt, other);
          node != noNode)
        solver_.addCopy(node, sum, terms.delta, 1);
  for (ExprId base : terms.bases)
    if (Node node = eval(stmt, base); node != noNode)
      addMoved(node, sum, expr, terms);
  return sum;
}

/// Subscripts into an array that is named stay in it, or behind its start.
void PointsToBuilder::addMoved(Node base, Node sum, ExprId expr,
                               const AddressTerms &terms) {
  std::optional<AddressRange> range =
      terms.bases.size() == 1 && terms.stride != 0 ? openAddressRange(p_, expr)
                                                   : std::nullopt;
  if (!range || range->base != terms.bases[0])
    return solver_.addCopy(base, sum, terms.delta, terms.stride);
  // The first and the last of the range that the stride can reach.
  auto stride = static_cast<int64_t>(terms.stride);
  auto above = [&](int64_t low, int64_t high) {
    return ((high - low) % stride + stride) % stride;
  };
  int64_t first = range->least + above(range->least, terms.delta);
  int64_t last = range->greatest == AddressRange::unbounded
                     ? first + PointsToSolver::farSpan / stride * stride
                     : range->greatest - above(terms.delta, range->greatest);
  if (first > last)
    return solver_.addCopy(base, sum, terms.delta, terms.stride);
  solver_.addBoundedCopy(base, sum, first, terms.stride,
                         static_cast<uint64_t>(last - first));
}

ObjectId PointsToBuilder::namedObject(ExprId address) const {
  if (!isValid(address))
    return ObjectId::None;
  AddressTerms terms = splitAddress(p_, address);
  if (terms.bases.size() != 1)
    return ObjectId::None;
  const Expr &base = p_[terms.bases[0]];
  bool isData = base.kind == ExprKind::AddrOf &&
                p_[base.object].kind != ObjectKind::Function;
  return isData ? base.object : ObjectId::None;
}

bool PointsToBuilder::sameValue(ExprId a, ExprId b) const {
  if (a == b)
    return true;
  const Expr &x = p_[a], &y = p_[b];
  if (x.kind != y.kind || x.value != y.value || x.object != y.object ||
      x.kind == ExprKind::Unknown || x.operands.size() != y.operands.size())
    return false;
  for (std::size_t i = 0; i < x.operands.size(); ++i)
    if (!sameValue(x.operands[i], y.operands[i]))
      return false;
  return true;
}

uint64_t PointsToBuilder::selfStep(const Access &access) const {
  if (!isValid(access.value))
    return 0;
  AddressTerms terms = splitAddress(p_, access.value);
  if (terms.delta == 0 || terms.bases.size() != 1 || !terms.rest.empty())
    return 0;
  const Expr &base = p_[terms.bases[0]];
  const Expr &address = p_[access.address];
  bool isSelf =
      base.kind == ExprKind::Var
          ? address.kind == ExprKind::AddrOf && address.object == base.object
          : base.kind == ExprKind::Load &&
                sameValue(base.operands[0], access.address);
  if (!isSelf)
    return 0;
  return terms.delta < 0 ? -static_cast<uint64_t>(terms.delta)
                         : static_cast<uint64_t>(terms.delta);
}

} // namespace hocket::analysis
