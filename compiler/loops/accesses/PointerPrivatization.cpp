// SPDX-License-Identifier: Apache-2.0
//
// Finding work buffers. What cannot be followed counts as getting away.

#include "loops/accesses/PointerPrivatization.h"

#include "dependences/ArrayPrivatization.h"
#include "loops/checks/AliasChecks.h"
#include "symbolic/Alias.h"
#include "symbolic/BlockSizes.h"

#include "analysis/library/LibraryTable.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <set>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ExprId;
using ir::ExprKind;
using ir::ObjectId;

std::optional<PrivateObject> PointerPrivatization::find(const Base &base) {
  if (base.kind != Base::Kind::Pointer)
    return std::nullopt;
  findHolders(base);
  const ir::Object &pointer = program_[base.object];
  if (!pointer.isScalar || !pointer.type.isNameable || pointer.isVolatile ||
      pointer.isThreadLocal || !pointer.type.needs.empty() ||
      isNamedByCallee(base.object) || !staysInside(base))
    return std::nullopt;
  const std::optional<Polynomial> block = sizeOfBlock(model_, base);
  std::vector<MemoryAccess> accesses;
  for (MemoryAccess &access : collectAccesses(model_, model_.stmts())) {
    if (!access.base || access.base->key != base.key)
      continue;
    if ((!access.address && !block) ||
        !isGivenByName(model_, access.item->address, base.object))
      return std::nullopt;
    accesses.push_back(std::move(access));
  }
  ArrayPrivatization privatization(model_, loop_, accesses, block);
  if (privatization.isExposed(&needed_))
    return std::nullopt;
  PrivateObject copy;
  copy.object = base.object;
  copy.isPointee = true;
  copy.isLastprivate = isReadElsewhere(accesses);
  if (copy.isLastprivate && !privatization.writesSameEachIteration())
    return std::nullopt;
  // What is read was written before.
  std::vector<const MemoryAccess *> writes;
  for (const MemoryAccess &access : accesses)
    if (access.isWrite())
      writes.push_back(&access);
  if (writes.empty())
    return std::nullopt;
  std::optional<AliasCheck::Side> extent = sideOf(model_, writes);
  if (!extent && block)
    extent = blockSide(model_, base, *block);
  if (!extent)
    return std::nullopt;
  extent_ = std::move(*extent);
  copy.lo = extent_.lo;
  copy.hi = extent_.hi;
  return copy;
}

EntryCondition PointerPrivatization::condition(const ir::Program &program,
                                               const PrivateObject &copy,
                                               const AliasCheck::Side &extent) {
  constexpr int64_t largest = policy.loops.copyBytes;
  EntryCondition condition;
  condition.test =
      both(extent.guard, node(CheckKind::ExtentAtMost,
                              {extent.lo, extent.hi, constant(largest)}));
  condition.meaning = "copies of what '" + program[copy.object].name +
                      "' points to are not too large";
  return condition;
}

namespace {

/// Functions that run only while the loop does: by FunctionId. Of a program
/// that is seen whole.
std::vector<char> runInLoopOnly(const ProgramIndex &index, ir::NodeId loop) {
  const ir::Program &program = index.program();
  std::vector<char> isInside(program.functions.size(), 1);
  for (const ir::Function &function : program.functions)
    if (function.isAddressTaken || function.name == "main" ||
        !isValid(function.body))
      isInside[ir::index(function.id)] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const ir::Stmt &stmt : program.stmts) {
      ir::NodeId node = index.nodeOf(stmt.id);
      if (stmt.calls.empty() || !isValid(node) ||
          isValid(program[node].inlinedFrom) ||
          ir::isWithin(program, node, loop) ||
          isInside[ir::index(program[node].function)])
        continue;
      for (const ir::CallSite &call : stmt.calls)
        if (isValid(call.callee) && isInside[ir::index(call.callee)]) {
          isInside[ir::index(call.callee)] = 0;
          changed = true;
        }
    }
  }
  return isInside;
}

} // namespace

/// The bytes may be read by a statement that runs outside the loop.
bool PointerPrivatization::isReadElsewhere(
    const std::vector<MemoryAccess> &accesses) const {
  if (!program_.isClosed)
    return true;
  const std::vector<char> isInside = runInLoopOnly(model_.index(), loop_);
  // What functions of the program read, their own statements show.
  std::set<std::string> defined;
  for (const ir::Function &function : program_.functions)
    if (isValid(function.body))
      defined.insert(function.name);
  std::vector<char> isCopy(program_.stmts.size(), 0);
  for (const ir::Node &node : program_.nodes)
    if (isValid(node.inlinedFrom))
      for (ir::StmtId stmt : ir::ownStmts(program_, node.id))
        isCopy[ir::index(stmt)] = 1;
  for (const ir::Stmt &stmt : program_.stmts) {
    ir::NodeId node = model_.index().nodeOf(stmt.id);
    if (isCopy[ir::index(stmt.id)])
      continue;
    if (isValid(node) && (ir::isWithin(program_, node, loop_) ||
                          isInside[ir::index(program_[node].function)]))
      continue;
    if (model_.index().effects().stmts[ir::index(stmt.id)].isUnknown)
      return true;
    for (const EffectItem &item : model_.index().itemsOf(stmt.id)) {
      if (item.kind != ir::AccessKind::Read || defined.count(item.via))
        continue;
      for (const MemoryAccess &access : accesses)
        if (access.isWrite() &&
            objectsMayOverlap(model_.index(), item, *access.item))
          return true;
    }
  }
  return false;
}

bool PointerPrivatization::isLocalToBody(ExprId address) const {
  const ir::Expr &expr = program_[address];
  if (expr.kind != ExprKind::AddrOf)
    return false;
  const ir::Object &object = program_[expr.object];
  return object.kind == ir::ObjectKind::Local && !object.isAddressTaken &&
         object.isScalar && isValid(object.scope) &&
         ir::isWithin(program_, object.scope,
                      program_[loop_].as<ir::Loop>()->body);
}

/// A called function may name the pointer itself, and can have no version in
/// which it has another name.
bool PointerPrivatization::isNamedByCallee(ObjectId pointer) const {
  const ProgramIndex &index = model_.index();
  for (ir::StmtId stmt : model_.stmts())
    if (polyhedral::isNamedByCallee(index, stmt, pointer) &&
        !canRename(index, stmt))
      for (const EffectItem &item : index.itemsOf(stmt))
        if (index.namedObject(item) == pointer)
          return true;
  return false;
}

bool PointerPrivatization::isCopied(ir::StmtId stmt,
                                    const ir::CallSite &site) const {
  const ProgramIndex &index = model_.index();
  return site.isSeenThrough() && isValid(index.inlinedIn(index.nodeOf(stmt)));
}

/// From what the accesses may touch.
void PointerPrivatization::findHolders(const Base &base) {
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
  holders_.areKnown = holders_.objects.count(base.object) != 0;
  holders_.areScalars = std::all_of(
      holders_.objects.begin(), holders_.objects.end(), [&](ObjectId id) {
        return program_[id].isScalar && !program_[id].isAddressTaken;
      });
}

/// The value may be a pointer to what the pointer leads to.
bool PointerPrivatization::mayLead(ExprId value, ObjectId pointer) const {
  if (holders_.areKnown && isValid(value)) {
    const ir::Expr &expr = program_[value];
    if (!expr.isPointer && expr.bits != 0)
      return false; // then integers were among what may hold one
    if (expr.kind == ExprKind::Var && !holders_.objects.count(expr.object))
      return false;
    if (expr.kind == ExprKind::Load && holders_.areScalars)
      return false;
  }
  return mayBeBasedOn(model_.index(), value, pointer);
}

/// What the statement has just allocated.
bool PointerPrivatization::isFresh(const ir::Stmt &stmt, ExprId value) const {
  const ir::Expr &expr = program_[value];
  if (expr.kind != ExprKind::CallResult)
    return false;
  const ir::CallSite &call = stmt.calls[static_cast<std::size_t>(expr.value)];
  return isValid(call.heap) && isValid(call.callee) &&
         !isValid(program_[call.callee].body);
}

bool PointerPrivatization::isPassed(const ir::Stmt &stmt,
                                    const ir::CallSite &site,
                                    ObjectId pointer) const {
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
    return leaks(arg, pointer) ||
           (!isFresh(stmt, arg) && mayLead(arg, pointer));
  });
}

bool PointerPrivatization::staysInside(const Base &base) const {
  for (ir::StmtId id : model_.stmts()) {
    const ir::Stmt &stmt = program_[id];
    if (stmt.isOpaque)
      return false;
    for (const ir::Access &access : stmt.accesses) {
      if (access.kind != ir::AccessKind::Write || !isValid(access.value))
        continue;
      bool isPointer = program_[access.value].isPointer;
      if (isPointer ? !isLocalToBody(access.address) &&
                          !isFresh(stmt, access.value) &&
                          mayLead(access.value, base.object)
                    : leaks(access.value, base.object))
        return false;
    }
    if (isValid(stmt.value) && leaks(stmt.value, base.object) &&
        !(program_[stmt.value].isPointer &&
          stmt.kind != ir::StmtKind::Condition))
      return false;
    for (const ir::CallSite &site : stmt.calls) {
      // What a seen-through call does with it, its copy shows.
      if (isPassed(stmt, site, base.object) && !isCopied(id, site) &&
          keeps(stmt, site))
        return false;
    }
  }
  return true;
}

/// The value depends on the pointer's own value; as an address of what is
/// loaded it may.
bool PointerPrivatization::leaks(ExprId value, ObjectId pointer) const {
  const ir::Expr &expr = program_[value];
  if (expr.kind == ExprKind::Load || isNullTest(expr))
    return false;
  if (expr.kind == ExprKind::Var)
    return expr.isPointer && mayLead(value, pointer);
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [&](ExprId operand) { return leaks(operand, pointer); });
}

bool PointerPrivatization::isNullTest(const ir::Expr &expr) const {
  if (expr.kind != ExprKind::Eq && expr.kind != ExprKind::Ne)
    return false;
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [&](ExprId operand) {
                       return program_[operand].kind == ExprKind::Const &&
                              program_[operand].value == 0;
                     });
}

/// Nothing is done with what the statement's one call returns.
bool PointerPrivatization::isDropped(const ir::Stmt &stmt) const {
  return stmt.kind == ir::StmtKind::Expression && stmt.calls.size() == 1 &&
         std::none_of(stmt.accesses.begin(), stmt.accesses.end(),
                      [](const ir::Access &access) {
                        return access.kind == ir::AccessKind::Write;
                      });
}

/// The call may hand an argument on: all but plain functions of the library
/// that move or look at bytes.
bool PointerPrivatization::keeps(const ir::Stmt &stmt,
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
