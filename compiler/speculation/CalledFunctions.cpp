// SPDX-License-Identifier: Apache-2.0
#include "speculation/CalledFunctions.h"

#include "speculation/marks/Marks.h"

#include "analysis/library/FormatString.h"
#include "ir/FunctionClones.h"
#include "ir/Tree.h"

#include <algorithm>
#include <set>

namespace hocket::speculation {

using namespace ir;

namespace {

/// The value is, or is computed from, the object's address.
bool hasAddress(const Program &program, ExprId value, ObjectId object) {
  if (!isValid(value))
    return false;
  const Expr &e = program[value];
  if (e.kind == ExprKind::AddrOf)
    return e.object == object;
  return e.kind != ExprKind::Load &&
         std::any_of(e.operands.begin(), e.operands.end(), [&](ExprId id) {
           return hasAddress(program, id, object);
         });
}

/// A function of the library that reads and writes through the argument, and
/// neither keeps it nor gives it to anybody.
bool onlyLooksThrough(const Program &program,
                      const analysis::LibraryFunction &callee,
                      const CallSite &call, unsigned arg) {
  using analysis::FlowKind;
  bool isGiven =
      callee.isUnknown || !callee.callbacks.empty() ||
      std::any_of(callee.returns.begin(), callee.returns.end(),
                  [&](const analysis::LibraryReturn &result) {
                    return result.kind == analysis::ReturnKind::Argument &&
                           result.arg == arg;
                  }) ||
      std::any_of(callee.flows.begin(), callee.flows.end(),
                  [&](const analysis::LibraryFlow &flow) {
                    return flow.source == arg &&
                           flow.kind != FlowKind::CopyContents &&
                           flow.kind != FlowKind::CopyToHeap;
                  });
  return !isGiven &&
         std::all_of(callee.formats.begin(), callee.formats.end(),
                     [&](const analysis::LibraryFormat &format) {
                       std::optional<std::string> text =
                           analysis::literalArgument(program, call, format.arg);
                       return text && !format.isList &&
                              !analysis::formatTraits(*text).showsPointers;
                     });
}

} // namespace

/// A clone has static variables of its own. Of one that nobody writes, and
/// whose address nobody sees, that makes no difference.
bool CalledFunctions::changesOwnState(FunctionId id) const {
  std::vector<ObjectId> own = ownState(program_, id);
  return std::any_of(own.begin(), own.end(), [&](ObjectId object) {
    return isWritten(object) ||
           (program_[object].isAddressTaken &&
            (!program_[object].isConst || showsAddress(id, object)));
  });
}

/// Somebody may tell the constant from a second one by its address: it is
/// stored, returned, compared, or passed to who might do so.
bool CalledFunctions::showsAddress(FunctionId id, ObjectId object) const {
  auto has = [&](ExprId value) { return hasAddress(program_, value, object); };
  for (const Object &other : program_.objects)
    for (const InitialPointer &initial : other.initialPointers)
      if (has(initial.value))
        return true;
  for (StmtId one : allStmts(program_, program_[id].body)) {
    const Stmt &stmt = program_[one];
    if (stmt.isOpaque || has(stmt.value))
      return true;
    for (const Access &access : stmt.accesses)
      if (has(access.value))
        return true;
    for (const CallSite &call : stmt.calls)
      for (unsigned arg = 0; arg < call.args.size(); ++arg)
        if (has(call.args[arg])) {
          const analysis::LibraryFunction *known =
              isValid(call.callee) && !isValid(program_[call.callee].body)
                  ? library_.find(program_, program_[call.callee])
                  : nullptr;
          if (!known || !onlyLooksThrough(program_, *known, call, arg))
            return true;
        }
  }
  return false;
}

bool CalledFunctions::isWritten(ObjectId object) const {
  return std::any_of(effects_.stmts.begin(), effects_.stmts.end(),
                     [&](const analysis::StmtEffects &stmt) {
                       return stmt.isUnknown ||
                              std::any_of(
                                  stmt.items.begin(), stmt.items.end(),
                                  [&](const analysis::EffectItem &item) {
                                    return item.kind == AccessKind::Write &&
                                           item.objects.contains(object);
                                  });
                     });
}

const std::string &CalledFunctions::whyNotCloned(FunctionId id) {
  auto [known, isNew] = why_.try_emplace(id);
  std::string &why = known->second;
  if (!isNew)
    return why;
  why = ir::whyNotCloned(program_, id);
  if (why.empty() && changesOwnState(id))
    why = "'" + program_[id].name + "' has static variables of its own";
  if (!why.empty())
    return why;
  std::string marks =
      whyNotMarked(program_, allStmts(program_, program_[id].body), false);
  if (!marks.empty())
    why = "'" + program_[id].name + "' " + marks;
  return why;
}

std::vector<FunctionId> CalledFunctions::calleesOf(const CallSite &call,
                                                   FunctionId caller) const {
  if (isValid(call.callee))
    return {call.callee};
  std::vector<FunctionId> targets;
  for (FunctionId target : effects_.callees[index(caller)])
    if (program_[target].isAddressTaken)
      targets.push_back(target);
  return targets;
}

std::vector<FunctionId>
CalledFunctions::reachedFrom(const std::vector<StmtId> &stmts,
                             FunctionId function) {
  std::set<FunctionId> reached;
  std::vector<FunctionId> open;
  auto add = [&](FunctionId id) {
    if (isValid(id) && isValid(program_[id].body) &&
        program_[id].unit == program_[function].unit &&
        reached.insert(id).second && whyNotCloned(id).empty())
      open.push_back(id);
  };
  auto follow = [&](const std::vector<StmtId> &some, FunctionId caller) {
    for (StmtId stmt : some)
      for (const CallSite &call : program_[stmt].calls) {
        for (FunctionId target : calleesOf(call, caller))
          add(target);
        for (ExprId arg : call.args)
          if (isValid(arg) && program_[arg].kind == ExprKind::AddrOf &&
              program_[program_[arg].object].kind == ObjectKind::Function)
            add(program_[program_[arg].object].function);
      }
  };
  follow(stmts, function);
  while (!open.empty()) {
    FunctionId id = open.back();
    open.pop_back();
    follow(allStmts(program_, program_[id].body), id);
  }
  return {reached.begin(), reached.end()};
}

unsigned CalledFunctions::heightOfFunction(FunctionId id) {
  if (!isValid(id) || !isValid(program_[id].body))
    return 0;
  if (auto known = heights_.find(id); known != heights_.end())
    return known->second;
  if (isOpen_[id])
    return 2;
  isOpen_[id] = true;
  unsigned height = heightOf(program_[id].body);
  isOpen_[id] = false;
  return heights_[id] = height;
}

unsigned CalledFunctions::heightOf(NodeId node) {
  unsigned height = 0;
  for (StmtId stmt : ownStmts(program_, node))
    for (const CallSite &call : program_[stmt].calls)
      for (FunctionId target : calleesOf(call, program_[node].function))
        height = std::max(height, heightOfFunction(target));
  for (NodeId child : childrenOf(program_, node))
    height = std::max(height, heightOf(child));
  return height + (program_[node].as<Loop>() ? 1 : 0);
}

std::vector<FunctionId> callersFirst(const Program &program,
                                     const analysis::Effects &effects) {
  std::vector<FunctionId> order;
  std::set<FunctionId> seen;
  auto visit = [&](auto &self, FunctionId id) -> void {
    if (!isValid(program[id].body) || !seen.insert(id).second)
      return;
    for (FunctionId callee : effects.callees[index(id)])
      self(self, callee);
    order.push_back(id);
  };
  for (const Function &function : program.functions)
    if (function.name == "main" || function.isAddressTaken)
      visit(visit, function.id);
  std::reverse(order.begin(), order.end());
  return order;
}

} // namespace hocket::speculation
