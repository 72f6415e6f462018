// SPDX-License-Identifier: Apache-2.0
//
// What cannot be followed counts as getting away.

#include "loops/accesses/EscapingPointees.h"

#include "symbolic/Accesses.h"
#include "symbolic/Alias.h"

#include "analysis/library/LibraryTable.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ExprId;
using ir::ExprKind;
using ir::ObjectId;

EscapingPointees::EscapingPointees(AffineModel &model, ir::NodeId loop,
                                   const Base &base)
    : model_(model), program_(model.program()), loop_(loop) {
  if (base.kind == Base::Kind::Pointer)
    pointer_ = base.object;
  findHolders(base);
}

bool EscapingPointees::isLocalToBody(ExprId address) const {
  const ir::Expr &expr = program_[address];
  if (expr.kind != ExprKind::AddrOf)
    return false;
  const ir::Object &object = program_[expr.object];
  return object.kind == ir::ObjectKind::Local && !object.isAddressTaken &&
         object.isScalar && isValid(object.scope) &&
         ir::isWithin(program_, object.scope,
                      program_[loop_].as<ir::Loop>()->body);
}

bool EscapingPointees::isCopied(ir::StmtId stmt,
                                const ir::CallSite &site) const {
  const ProgramIndex &index = model_.index();
  return site.isSeenThrough() && isValid(index.inlinedIn(index.nodeOf(stmt)));
}

/// From what the accesses may touch.
void EscapingPointees::findHolders(const Base &base) {
  holders_ = {};
  const auto &known = model_.index().effects().heapHolders;
  for (const MemoryAccess &access : collectAccesses(model_, model_.stmts())) {
    if (!access.base || access.base->key != base.key)
      continue;
    if (access.item->objects.unknown)
      return;
    for (ObjectId object : access.item->objects.ids) {
      auto it = known.find(object);
      if (it == known.end())
        return;
      holders_.objects.insert(it->second.begin(), it->second.end());
    }
  }
  holders_.areKnown =
      !isValid(pointer_) || holders_.objects.count(pointer_) != 0;
  holders_.areScalars = std::all_of(
      holders_.objects.begin(), holders_.objects.end(), [&](ObjectId id) {
        return program_[id].isScalar && !program_[id].isAddressTaken;
      });
}

/// The value may be a pointer to what the pointer leads to.
bool EscapingPointees::mayLead(const ir::Stmt &stmt, ExprId value) const {
  if (!isValid(pointer_))
    return !holders_.areKnown || !isValid(value) || mayBeOfHolder(stmt, value);
  if (holders_.areKnown && isValid(value)) {
    const ir::Expr &expr = program_[value];
    if (!expr.isPointer && expr.bits != 0)
      return false; // then integers were among what may hold one
    if (expr.kind == ExprKind::Var && !holders_.objects.count(expr.object))
      return false;
    if (expr.kind == ExprKind::Load && holders_.areScalars)
      return false;
  }
  return mayBeBasedOn(model_.index(), value, pointer_);
}

/// It may be computed from what one of the holders, all known, holds.
bool EscapingPointees::mayBeOfHolder(const ir::Stmt &stmt, ExprId value) const {
  const ir::Expr &expr = program_[value];
  switch (expr.kind) {
  case ExprKind::Const:
  case ExprKind::AddrOf: // of a variable: what it leads to was allocated
    return false;
  case ExprKind::Var:
    return holders_.objects.count(expr.object) != 0;
  case ExprKind::Load:
    return mayBeLoaded(stmt, expr);
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Cast:
  case ExprKind::Select:
    return std::any_of(
        expr.operands.begin(), expr.operands.end(),
        [&](ExprId operand) { return mayBeOfHolder(stmt, operand); });
  default:
    return expr.isPointer || expr.bits == 0 ||
           std::any_of(
               expr.operands.begin(), expr.operands.end(),
               [&](ExprId operand) { return mayBeOfHolder(stmt, operand); });
  }
}

bool EscapingPointees::mayBeLoaded(const ir::Stmt &stmt,
                                   const ir::Expr &load) const {
  if (!load.isPointer && load.bits != 0)
    return false; // RecordPrivatization looks at what is read of the record
  const ProgramIndex &index = model_.index();
  bool isSeen = false;
  for (const EffectItem &item : index.itemsOf(stmt.id)) {
    if (item.kind != ir::AccessKind::Read || item.address != load.operands[0])
      continue;
    isSeen = true;
    if (item.objects.unknown)
      return true;
    for (ObjectId object : item.objects.ids)
      if (holders_.objects.count(object))
        return true;
  }
  return !isSeen;
}

/// What the statement has just allocated.
bool EscapingPointees::isFresh(const ir::Stmt &stmt, ExprId value) const {
  const ir::Expr &expr = program_[value];
  if (expr.kind != ExprKind::CallResult)
    return false;
  const ir::CallSite &call = stmt.calls[static_cast<std::size_t>(expr.value)];
  return isValid(call.heap) && isValid(call.callee) &&
         !isValid(program_[call.callee].body);
}

bool EscapingPointees::isPassed(const ir::Stmt &stmt,
                                const ir::CallSite &site) const {
  // A function of the program gets it by one of its parameters.
  if (holders_.areKnown && isValid(site.callee) &&
      isValid(program_[site.callee].body) &&
      !program_[site.callee].isVariadic) {
    const std::vector<ObjectId> &params = program_[site.callee].params;
    if (std::none_of(params.begin(), params.end(), [&](ObjectId param) {
          return holders_.objects.count(param) != 0;
        }))
      return false;
  }
  return std::any_of(site.args.begin(), site.args.end(), [&](ExprId arg) {
    return leaks(stmt, arg) || (!isFresh(stmt, arg) && mayLead(stmt, arg));
  });
}

bool EscapingPointees::escapes() const {
  for (ir::StmtId id : model_.stmts()) {
    const ir::Stmt &stmt = program_[id];
    if (stmt.isOpaque)
      return true;
    for (const ir::Access &access : stmt.accesses) {
      if (access.kind != ir::AccessKind::Write || !isValid(access.value))
        continue;
      bool isPointer = program_[access.value].isPointer;
      if (isPointer
              ? !isLocalToBody(access.address) &&
                    !isFresh(stmt, access.value) && mayLead(stmt, access.value)
              : leaks(stmt, access.value))
        return true;
    }
    const bool isNullTested = stmt.kind == ir::StmtKind::Condition &&
                              isValid(stmt.value) &&
                              isVariableOrLoad(stmt.value);
    if (isValid(stmt.value) && !isNullTested && leaks(stmt, stmt.value) &&
        !(program_[stmt.value].isPointer &&
          stmt.kind != ir::StmtKind::Condition))
      return true;
    for (const ir::CallSite &site : stmt.calls) {
      // What a seen-through call does with it, its copy shows.
      if (isPassed(stmt, site) && !isCopied(id, site) && keeps(stmt, site))
        return true;
    }
  }
  return false;
}

/// The value depends on the pointer's own value; as an address of what is
/// loaded it may.
bool EscapingPointees::leaks(const ir::Stmt &stmt, ExprId value) const {
  const ir::Expr &expr = program_[value];
  if (isNullTest(expr))
    return false;
  if (expr.kind == ExprKind::Load)
    return !isValid(pointer_) && mayLead(stmt, value);
  if (expr.kind == ExprKind::Var)
    return expr.isPointer && mayLead(stmt, value);
  const bool isTruth = expr.kind == ExprKind::LogicalAnd ||
                       expr.kind == ExprKind::LogicalOr ||
                       expr.kind == ExprKind::LogicalNot;
  return std::any_of(
      expr.operands.begin(), expr.operands.end(), [&](ExprId operand) {
        return !(isTruth && isVariableOrLoad(operand)) && leaks(stmt, operand);
      });
}

/// Where a truth value is asked for, null or not.
bool EscapingPointees::isVariableOrLoad(ExprId value) const {
  return program_[value].kind == ExprKind::Var ||
         program_[value].kind == ExprKind::Load;
}

bool EscapingPointees::isNullTest(const ir::Expr &expr) const {
  if (expr.kind != ExprKind::Eq && expr.kind != ExprKind::Ne)
    return false;
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [&](ExprId operand) {
                       return program_[operand].kind == ExprKind::Const &&
                              program_[operand].value == 0;
                     });
}

/// Nothing is done with what the statement's one call returns.
bool EscapingPointees::isDropped(const ir::Stmt &stmt) const {
  return stmt.kind == ir::StmtKind::Expression && stmt.calls.size() == 1 &&
         std::none_of(stmt.accesses.begin(), stmt.accesses.end(),
                      [](const ir::Access &access) {
                        return access.kind == ir::AccessKind::Write;
                      });
}

/// The call may hand an argument on: all but plain functions of the library
/// that move or look at bytes.
bool EscapingPointees::keeps(const ir::Stmt &stmt,
                             const ir::CallSite &site) const {
  const analysis::LibraryTable library;
  if (!isValid(site.callee) || isValid(program_[site.callee].body))
    return true;
  const analysis::LibraryFunction *known =
      library.find(program_, program_[site.callee]);
  if (!known || known->isUnknown || known->frees || !known->callbacks.empty() ||
      !known->formats.empty() || (site.resultUsed && !isDropped(stmt)))
    return true;
  return std::any_of(known->flows.begin(), known->flows.end(),
                     [](const analysis::LibraryFlow &flow) {
                       return flow.kind != analysis::FlowKind::CopyContents;
                     });
}

} // namespace hocket::polyhedral
