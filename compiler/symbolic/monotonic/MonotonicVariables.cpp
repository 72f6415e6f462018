// SPDX-License-Identifier: Apache-2.0
#include "symbolic/monotonic/MonotonicVariables.h"

#include "dataflow/ScalarFlow.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {
constexpr std::size_t kMaxVariables = policy.loops.monotonicVariables;
constexpr unsigned kMaxDepth = policy.loops.monotonicDepth;
} // namespace

void forEachNodeSeenThrough(const ProgramIndex &index, NodeId node,
                            const std::function<void(NodeId)> &visit) {
  visit(node);
  if (NodeId calls = index.inlinedIn(node); isValid(calls))
    forEachNodeSeenThrough(index, calls, visit);
  for (NodeId child : ir::childrenOf(index.program(), node))
    forEachNodeSeenThrough(index, child, visit);
}

void MonotonicVariables::want(const MemoryAccess &access) {
  wanted_.insert(access.stmt);
  addFrom(access.item->address, access.stmt, /*isInAddress=*/true);
}

void MonotonicVariables::close() {
  for (StmtId stmt : wanted_)
    addConditionsAround(model_.index().nodeOf(stmt));
  for (std::size_t i = 0; i < todo_.size(); ++i)
    for (StmtId writer : model_.index().namedWriters(todo_[i])) {
      NodeId node = model_.index().nodeOf(writer);
      if (!ir::isWithin(program_, node, region_))
        continue;
      addConditionsAround(node);
      for (const ir::Access &access : program_[writer].accesses)
        if (access.kind == ir::AccessKind::Write && isValid(access.address) &&
            program_[access.address].kind == ExprKind::AddrOf &&
            program_[access.address].object == todo_[i])
          addFrom(access.value, writer, /*isInAddress=*/false);
    }
  addConditionsOfExits();
  for (StmtId stmt : wanted_)
    mark(model_.index().nodeOf(stmt));
  for (const auto &[object, variable] : all_)
    for (StmtId writer : model_.index().namedWriters(object))
      mark(model_.index().nodeOf(writer));
}

void MonotonicVariables::mark(NodeId node) {
  if (!ir::isWithin(program_, node, region_))
    return;
  while (marked_.insert(node).second && node != region_)
    node = program_[node].parent;
}

bool MonotonicVariables::concerns(NodeId node) const {
  return marked_.contains(node) || program_[node].exits.any();
}

const MonotonicVariable *MonotonicVariables::find(ObjectId object) const {
  auto it = all_.find(object);
  return it == all_.end() ? nullptr : &it->second;
}

bool MonotonicVariables::names(ExprId id) const {
  const ir::Expr &expr = program_[id];
  if (expr.kind == ExprKind::Var && find(expr.object))
    return true;
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [&](ExprId operand) { return names(operand); });
}

std::vector<const MonotonicVariable *>
MonotonicVariables::writtenIn(NodeId node) const {
  std::vector<const MonotonicVariable *> result;
  for (const auto &[object, variable] : all_) {
    const std::vector<StmtId> &writers = model_.index().namedWriters(object);
    if (std::any_of(writers.begin(), writers.end(), [&](StmtId writer) {
          return ir::isWithin(program_, model_.index().nodeOf(writer), node);
        }))
      result.push_back(&variable);
  }
  return result;
}

bool MonotonicVariables::isStable(const Polynomial &polynomial) const {
  auto isInside = [&](const Symbol &symbol) {
    if (symbol.kind == Symbol::Kind::Iterator)
      return symbol.loop != model_.root() &&
             ir::isWithin(program_, symbol.loop, model_.root());
    return symbol.kind == Symbol::Kind::Element && !isStable(symbol.address);
  };
  for (SymbolId id : polynomial.symbols()) {
    const Symbol &symbol = model_.symbol(id);
    if (isInside(symbol) || symbol.kind == Symbol::Kind::Bounded)
      return false;
    if (symbol.kind != Symbol::Kind::Derived)
      continue;
    // Of symbols before it.
    for (SymbolId other = 0; other < id; ++other)
      if (isl_ext::hasParam(*symbol.definition,
                            isl_ext::named(symbol.definition->ctx(),
                                           model_.symbol(other).name)) &&
          isInside(model_.symbol(other)))
        return false;
  }
  return true;
}

bool MonotonicVariables::isStable(const Value &value) const {
  if (value.base && value.base->kind == Base::Kind::Allocation)
    return false;
  if (value.base && value.base->kind == Base::Kind::Row &&
      !(value.base->cell && isStable(*value.base->cell)))
    return false;
  return isStable(value.polynomial);
}

bool MonotonicVariables::canFollow(ObjectId id) const {
  const ir::Object &object = program_[id];
  const std::vector<StmtId> &writers = model_.index().namedWriters(id);
  return model_.index().isNamedOnly(id) && object.isScalar && !object.isFloat &&
         !object.isThreadLocal && object.bits != 0 && object.bits <= 64 &&
         std::any_of(writers.begin(), writers.end(), [&](StmtId writer) {
           return ir::isWithin(program_, model_.index().nodeOf(writer),
                               region_);
         });
}

/// Some value that the region stores in it is more than data.
bool MonotonicVariables::isComputed(ObjectId object) const {
  const std::vector<StmtId> &writers = model_.index().namedWriters(object);
  return std::any_of(writers.begin(), writers.end(), [&](StmtId writer) {
    const std::vector<ir::Access> &accesses = program_[writer].accesses;
    return ir::isWithin(program_, model_.index().nodeOf(writer), region_) &&
           std::any_of(
               accesses.begin(), accesses.end(), [&](const ir::Access &access) {
                 if (access.kind != ir::AccessKind::Write ||
                     !isValid(access.value) ||
                     program_[access.address].kind != ExprKind::AddrOf ||
                     program_[access.address].object != object)
                   return false;
                 ExprKind kind = program_[access.value].kind;
                 return kind != ExprKind::Load && kind != ExprKind::Unknown &&
                        kind != ExprKind::CallResult;
               });
  });
}

void MonotonicVariables::add(ObjectId object, bool isInAddress) {
  if (auto it = all_.find(object); it != all_.end()) {
    it->second.isInAddress |= isInAddress;
    return;
  }
  if (all_.size() == kMaxVariables || !canFollow(object) ||
      (!isInAddress && !isComputed(object)))
    return;
  MonotonicVariable variable;
  variable.object = object;
  variable.isInAddress = isInAddress;
  const ir::Object &data = program_[object];
  if (data.isPointer) {
    variable.base = baseOf(object, 0);
    if (!variable.base)
      return;
  }
  variable.name = kMonotonicName + std::to_string(ir::index(object));
  variable.symbol =
      model_.bounded(variable.name, data.isPointer ? uint8_t(64) : data.bits,
                     data.isPointer || data.isSigned);
  all_.emplace(object, std::move(variable));
  todo_.push_back(object);
}

/// Variables that sums, comparisons and the like are made of.
void MonotonicVariables::addFrom(ExprId id, StmtId stmt, bool isInAddress) {
  if (!isValid(id))
    return;
  const ir::Expr &expr = program_[id];
  switch (expr.kind) {
  case ExprKind::Var:
    if (std::optional<Value> known = model_.valueAt(id, stmt);
        !known || !isStable(*known) ||
        (known->wrapBits != 0 && !(known->base && known->wrapBits >= 64)))
      add(expr.object, isInAddress);
    return;
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Mul:
  case ExprKind::Shl:
  case ExprKind::Neg:
  case ExprKind::Cast:
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::LogicalAnd:
  case ExprKind::LogicalOr:
  case ExprKind::LogicalNot:
    for (ExprId operand : expr.operands)
      addFrom(operand, stmt, isInAddress);
    return;
  default:
    return;
  }
}

void MonotonicVariables::addConditionsAround(NodeId node) {
  for (; isValid(node) && node != region_; node = program_[node].parent) {
    StmtId condition = StmtId::None;
    if (const ir::Loop *loop = program_[node].as<ir::Loop>())
      condition = loop->condition;
    else if (const ir::Branch *branch = program_[node].as<ir::Branch>())
      condition = branch->condition;
    if (isValid(condition))
      addFrom(program_[condition].value, condition, /*isInAddress=*/false);
  }
}

/// `if (k == n) break;`
void MonotonicVariables::addConditionsOfExits() {
  forEachNodeSeenThrough(model_.index(), region_, [&](NodeId node) {
    const ir::Branch *branch = program_[node].as<ir::Branch>();
    if (branch && program_[node].exits.any())
      addFrom(program_[branch->condition].value, branch->condition,
              /*isInAddress=*/false);
  });
}

/// A step of the pointer itself.
bool MonotonicVariables::isOwnStep(ExprId id, ObjectId pointer) const {
  const ir::Expr &expr = program_[id];
  if (expr.kind == ExprKind::Var)
    return expr.object == pointer;
  return expr.isPointer &&
         (expr.kind == ExprKind::Add || expr.kind == ExprKind::Sub) &&
         program_[expr.operands[0]].isPointer &&
         isOwnStep(expr.operands[0], pointer);
}

/// What the pointer is counted from: all assignments that are no steps of it
/// lead there, and it never has its value from before.
std::optional<Value> MonotonicVariables::baseOf(ObjectId pointer,
                                                unsigned depth) {
  if (depth > kMaxDepth || !canFollow(pointer) ||
      ScalarFlow(model_.index(), pointer).isExposed(model_.root()))
    return std::nullopt;
  std::optional<Value> result;
  for (StmtId writer : model_.index().namedWriters(pointer)) {
    if (!ir::isWithin(program_, model_.index().nodeOf(writer), region_))
      continue;
    bool isFound = false;
    for (const ir::Access &access : program_[writer].accesses) {
      if (access.kind != ir::AccessKind::Write || !isValid(access.address) ||
          program_[access.address].kind != ExprKind::AddrOf ||
          program_[access.address].object != pointer)
        continue;
      isFound = true;
      if (!isValid(access.value))
        return std::nullopt;
      if (isOwnStep(access.value, pointer))
        continue;
      std::optional<Value> base =
          baseOfExpr(access.value, writer, pointer, depth);
      if (!base || (result && result->base->key != base->base->key))
        return std::nullopt;
      if (!result)
        result = base;
    }
    if (!isFound)
      return std::nullopt;
  }
  return result;
}

std::optional<Value> MonotonicVariables::baseOfExpr(ExprId id, StmtId stmt,
                                                    ObjectId pointer,
                                                    unsigned depth) {
  const ir::Expr &expr = program_[id];
  if (!expr.isPointer || (expr.kind == ExprKind::Var && expr.object == pointer))
    return std::nullopt;
  std::optional<Value> known = model_.valueAt(id, stmt);
  if (known && known->base && isStable(*known))
    return known;
  if (expr.kind == ExprKind::Var)
    return baseOf(expr.object, depth + 1);
  if (expr.kind != ExprKind::Add && expr.kind != ExprKind::Sub)
    return std::nullopt;
  return baseOfExpr(expr.operands[0], stmt, pointer, depth);
}

} // namespace hocket::polyhedral
