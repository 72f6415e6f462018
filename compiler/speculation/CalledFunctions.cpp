// SPDX-License-Identifier: Apache-2.0
#include "speculation/CalledFunctions.h"

#include "speculation/Marks.h"

#include "ir/FunctionClones.h"
#include "ir/Tree.h"

#include <algorithm>
#include <set>

namespace hocket::speculation {

using namespace ir;

/// A clone has static variables of its own. Of one that nobody writes, and
/// whose address nobody takes, that makes no difference.
bool CalledFunctions::changesOwnState(FunctionId id) const {
  std::vector<ObjectId> own = ownState(program_, id);
  return std::any_of(own.begin(), own.end(), [&](ObjectId object) {
    return program_[object].isAddressTaken || isWritten(object);
  });
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

} // namespace hocket::speculation
