// SPDX-License-Identifier: Apache-2.0
//
// The values that may hold the address are followed through variables of one
// iteration; a store of one anywhere else, or a comparison with anything but
// another such value, lets it out.

#include "dataflow/EscapingAddresses.h"

#include "analysis/library/LibraryTable.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::ObjectId;
using ir::StmtId;

bool EscapingAddresses::escapes(ObjectId object) {
  object_ = object;
  compared_.clear();
  findCarriers();
  return std::any_of(stmts_.begin(), stmts_.end(), [&](StmtId id) {
    const ir::Stmt &stmt = program_[id];
    return isStored(stmt) || isCompared(stmt.value, stmt) || isPassed(stmt);
  });
}

bool EscapingAddresses::isStored(const ir::Stmt &stmt) {
  return std::any_of(
      stmt.accesses.begin(), stmt.accesses.end(), [&](const ir::Access &a) {
        if (isCompared(a.address, stmt))
          return true;
        return a.kind == ir::AccessKind::Write && isValid(a.value) &&
               (isCompared(a.value, stmt) ||
                (!isOfIteration(a.address) && carries(a.value, stmt)));
      });
}

bool EscapingAddresses::isPassed(const ir::Stmt &stmt) {
  bool hasCopies = isValid(index_.inlinedIn(index_.nodeOf(stmt.id)));
  for (const ir::CallSite &site : stmt.calls)
    for (unsigned i = 0; i < site.args.size(); ++i) {
      if (isCompared(site.args[i], stmt))
        return true;
      // What a seen-through call does with it, its copy shows.
      if (!(site.isSeenThrough() && hasCopies) && carries(site.args[i], stmt) &&
          keeps(site, i))
        return true;
    }
  return false;
}

/// A scalar that nothing but its name reaches, new in each iteration.
bool EscapingAddresses::isOfIteration(ExprId address) const {
  if (!isValid(address) || program_[address].kind != ExprKind::AddrOf)
    return false;
  const ir::Object &object = program_[program_[address].object];
  return object.kind == ir::ObjectKind::Local && !object.isAddressTaken &&
         object.isScalar &&
         ir::isDeclaredIn(program_, object.id,
                          program_[loop_].as<ir::Loop>()->body);
}

bool EscapingAddresses::carries(ExprId value, const ir::Stmt &stmt) {
  if (!isValid(value))
    return false;
  auto [it, isNew] = known_.try_emplace({value, stmt.id}, false);
  if (isNew) {
    bool result = computesCarrier(program_[value], stmt);
    known_[{value, stmt.id}] = result;
    return result;
  }
  return it->second;
}

bool EscapingAddresses::computesCarrier(const ir::Expr &expr,
                                        const ir::Stmt &stmt) {
  auto operand = [&](std::size_t i) { return carries(expr.operands[i], stmt); };
  auto anyOperand = [&] {
    return std::any_of(expr.operands.begin(), expr.operands.end(),
                       [&](ExprId id) { return carries(id, stmt); });
  };
  switch (expr.kind) {
  case ExprKind::AddrOf:
    return expr.object == object_;
  case ExprKind::Var:
    return !expr.isFloat && carriers_.count(expr.object) != 0;
  case ExprKind::Const:
  case ExprKind::Load: // where it was stored it got away
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::LogicalAnd:
  case ExprKind::LogicalOr:
  case ExprKind::LogicalNot:
    return false; // isCompared looks at these
  case ExprKind::Select:
    return operand(1) || operand(2);
  case ExprKind::Sub: // the distance within it is the same in a copy
    return operand(0) != operand(1);
  case ExprKind::CallResult: {
    auto which = static_cast<std::size_t>(expr.value);
    if (which >= stmt.calls.size())
      return true;
    const ir::CallSite &site = stmt.calls[which];
    if (site.isSeenThrough() &&
        isValid(index_.inlinedIn(index_.nodeOf(stmt.id))))
      return carriers_.count(site.result) != 0;
    return std::any_of(site.args.begin(), site.args.end(),
                       [&](ExprId arg) { return carries(arg, stmt); });
  }
  default:
    return anyOperand();
  }
}

/// Variables that hold it at some time in the loop. (What they hold from before
/// is no copy's address.)
void EscapingAddresses::findCarriers() {
  carriers_.clear();
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    known_.clear();
    for (StmtId id : stmts_)
      for (const ir::Access &access : program_[id].accesses) {
        if (access.kind != ir::AccessKind::Write || !isValid(access.address) ||
            program_[access.address].kind != ExprKind::AddrOf ||
            !carries(access.value, program_[id]))
          continue;
        isChanged |= carriers_.insert(program_[access.address].object).second;
      }
  }
}

/// Somewhere in the value the address is compared with something that is not
/// relative to it, or a truth value made of it.
bool EscapingAddresses::isCompared(ExprId value, const ir::Stmt &stmt) {
  if (!isValid(value))
    return false;
  if (auto it = compared_.find({value, stmt.id}); it != compared_.end())
    return it->second;
  const ir::Expr &expr = program_[value];
  bool result = std::any_of(expr.operands.begin(), expr.operands.end(),
                            [&](ExprId id) { return isCompared(id, stmt); });
  auto isZero = [&](ExprId id) {
    return program_[id].kind == ExprKind::Const && program_[id].value == 0;
  };
  switch (expr.kind) {
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::Lt:
  case ExprKind::Le:
    result |=
        carries(expr.operands[0], stmt) != carries(expr.operands[1], stmt) &&
        !isZero(expr.operands[0]) && !isZero(expr.operands[1]);
    break;
  case ExprKind::Load:
  case ExprKind::Add:
    // As a number that selects a place.
    if (expr.isPointer)
      for (ExprId operand : expr.operands)
        result |= !program_[operand].isPointer && carries(operand, stmt);
    break;
  default:
    break;
  }
  return compared_[{value, stmt.id}] = result;
}

namespace {

/// The text of a call may print an address.
bool printsAddress(std::string_view text) {
  if (text.find('"') == std::string_view::npos)
    return true; // what the format is nobody knows
  for (size_t at = text.find('%'); at != std::string_view::npos;
       at = text.find('%', at + 1)) {
    size_t end = text.find_first_not_of("0123456789.-+ #*l", at + 1);
    if (end != std::string_view::npos && text[end] == 'p')
      return true;
  }
  return false;
}

} // namespace

bool EscapingAddresses::keeps(const ir::CallSite &site, unsigned argument) {
  if (!isValid(site.callee) || isValid(program_[site.callee].body))
    return true;
  if (!library_)
    library_.emplace();
  const analysis::LibraryFunction *known =
      library_->find(program_, program_[site.callee]);
  if (!known || known->isUnknown ||
      (!known->formats.empty() && printsAddress(program_.text(site.text))))
    return true;
  return std::any_of(known->flows.begin(), known->flows.end(),
                     [&](const analysis::LibraryFlow &flow) {
                       return flow.kind != analysis::FlowKind::CopyContents &&
                              flow.source == argument;
                     });
}

} // namespace hocket::polyhedral
