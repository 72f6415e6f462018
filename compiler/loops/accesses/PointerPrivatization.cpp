// SPDX-License-Identifier: Apache-2.0
//
// Finding work buffers. What cannot be followed counts as getting away.

#include "loops/accesses/PointerPrivatization.h"

#include "dependences/ArrayPrivatization.h"
#include "loops/accesses/EscapingPointees.h"
#include "loops/checks/AliasChecks.h"
#include "symbolic/Alias.h"
#include "symbolic/BlockSizes.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <set>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ExprId;
using ir::NodeId;
using ir::ObjectId;

std::optional<BufferCopy> copyOfBuffer(AffineModel &model, const Base &base,
                                       ObjectId root, bool isThrough) {
  if (EscapingPointees(model, model.root(), base).escapes())
    return std::nullopt;
  auto isGiven = [&](ExprId address) {
    return isThrough ? isGivenThrough(model, address, root)
                     : isGivenByName(model, address, root);
  };
  const std::optional<Polynomial> block = sizeOfBlock(model, base);
  std::vector<MemoryAccess> accesses;
  for (MemoryAccess &access : collectAccesses(model, model.stmts())) {
    if (!access.base || access.base->key != base.key)
      continue;
    if ((!access.address && !block) || !isGiven(access.item->address))
      return std::nullopt;
    accesses.push_back(std::move(access));
  }
  BufferCopy copy;
  ArrayPrivatization privatization(model, model.root(), accesses, block);
  if (privatization.isExposed(&copy.needed))
    return std::nullopt;
  copy.isLastprivate = isReadElsewhere(model, accesses);
  if (copy.isLastprivate && !privatization.writesSameEachIteration())
    return std::nullopt;
  // What is read was written before.
  std::vector<const MemoryAccess *> writes;
  for (const MemoryAccess &access : accesses)
    if (access.isWrite())
      writes.push_back(&access);
  if (writes.empty())
    return std::nullopt;
  std::optional<AliasCheck::Side> extent = sideOf(model, writes);
  if (!extent && block)
    extent = blockSide(model, base, *block);
  if (!extent)
    return std::nullopt;
  copy.extent = std::move(*extent);
  return copy;
}

EntryCondition extentCondition(const AliasCheck::Side &extent,
                               const std::string &name) {
  constexpr int64_t largest = policy.loops.copyBytes;
  EntryCondition condition;
  condition.test =
      both(extent.guard, node(CheckKind::ExtentAtMost,
                              {extent.lo, extent.hi, constant(largest)}));
  condition.meaning =
      "copies of what '" + name + "' points to are not too large";
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
bool isReadElsewhere(AffineModel &model,
                     const std::vector<MemoryAccess> &accesses) {
  const ir::Program &program = model.program();
  const NodeId loop = model.root();
  if (!program.isClosed)
    return true;
  const std::vector<char> isInside = runInLoopOnly(model.index(), loop);
  // What functions of the program read, their own statements show.
  std::set<std::string> defined;
  for (const ir::Function &function : program.functions)
    if (isValid(function.body))
      defined.insert(function.name);
  std::vector<char> isCopy(program.stmts.size(), 0);
  for (const ir::Node &node : program.nodes)
    if (isValid(node.inlinedFrom))
      for (ir::StmtId stmt : ir::ownStmts(program, node.id))
        isCopy[ir::index(stmt)] = 1;
  for (const ir::Stmt &stmt : program.stmts) {
    ir::NodeId node = model.index().nodeOf(stmt.id);
    if (isCopy[ir::index(stmt.id)])
      continue;
    if (isValid(node) && (ir::isWithin(program, node, loop) ||
                          isInside[ir::index(program[node].function)]))
      continue;
    if (model.index().effects().stmts[ir::index(stmt.id)].isUnknown)
      return true;
    for (const EffectItem &item : model.index().itemsOf(stmt.id)) {
      if (item.kind != ir::AccessKind::Read || defined.count(item.via))
        continue;
      for (const MemoryAccess &access : accesses)
        if (access.isWrite() &&
            objectsMayOverlap(model.index(), item, *access.item))
          return true;
    }
  }
  return false;
}

namespace {

/// A called function may name the pointer itself, and can have no version in
/// which it has another name.
bool mayCalleeName(AffineModel &model, ObjectId pointer) {
  const ProgramIndex &index = model.index();
  for (ir::StmtId stmt : model.stmts())
    if (isNamedByCallee(index, stmt, pointer) && !canRename(index, stmt))
      for (const EffectItem &item : index.itemsOf(stmt))
        if (index.namedObject(item) == pointer)
          return true;
  return false;
}

} // namespace

bool canNameAnother(AffineModel &model, ObjectId pointer) {
  const ir::Object &object = model.program()[pointer];
  return object.isScalar && object.type.isNameable && !object.isVolatile &&
         !object.isThreadLocal && object.type.needs.empty() &&
         !mayCalleeName(model, pointer);
}

} // namespace hocket::polyhedral
