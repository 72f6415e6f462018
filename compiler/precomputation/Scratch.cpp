// SPDX-License-Identifier: Apache-2.0
#include "precomputation/Scratch.h"

#include "dependences/ArrayPrivatization.h"
#include "loops/accesses/CalleeState.h"
#include "support/Isl.h"
#include "support/Policy.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::precomputation {

using namespace ir;
using analysis::EffectItem;
using polyhedral::AffineModel;
using polyhedral::ProgramIndex;

/// No statement but those of the function, and of what it calls, touches it.
bool Scratch::onlyInside(ObjectId object, FunctionId function) const {
  const std::set<FunctionId> &inside = tree_.reachedFrom(function);
  for (const Function &other : program_.functions) {
    if (!isValid(other.body) || inside.count(other.id))
      continue;
    for (StmtId stmt : allStmts(program_, other.body))
      for (const EffectItem &item : effects_.stmts[index(stmt)].items)
        if (item.via != program_[function].name &&
            (item.objects.unknown || item.objects.contains(object)))
          return false;
  }
  return true;
}

namespace {

/// Each access in a run of the function is one that the model follows, and
/// reads what that run has written.
bool isWrittenFirst(const ProgramIndex &index, isl::ctx ctx, ObjectId object,
                    FunctionId function, bool strictAliasing) {
  NodeId body = index.program()[function].body;
  AffineModel model(index, ctx, {body, /*ownInit=*/true, {}, strictAliasing});
  for (StmtId stmt : model.stmts())
    for (const EffectItem &item : index.itemsOf(stmt))
      if (index.mayTouch(item, object) &&
          !polyhedral::isAccessThrough(model, item, stmt, object))
        return false;
  return !polyhedral::ArrayPrivatization(model, body, object).isExposed();
}

} // namespace

bool Scratch::isScratch(ObjectId object, FunctionId function,
                        FunctionId within) {
  auto [known, isNew] = known_.try_emplace({object, function, within});
  if (isNew)
    known->second = find(object, function, within);
  return known->second;
}

bool Scratch::find(ObjectId object, FunctionId function, FunctionId within) {
  const Object &o = program_[object];
  if ((o.kind != ObjectKind::Global && o.kind != ObjectKind::Static) ||
      o.isVolatile || o.isThreadLocal || o.size == 0 ||
      effects_.isRecursive[index(function)] || !onlyInside(object, function))
    return false;
  IslContext ctx;
  std::optional<bool> result = withIslBudget(ctx, policy.isl.forkJoin, [&] {
    ProgramIndex apart(program_, effects_);
    if (polyhedral::isEmptyBetweenRuns(apart, ctx, object, within,
                                       strictAliasing_))
      return true;
    ProgramIndex seen(program_, effects_, /*seesThrough=*/true);
    return !seen.hasGoto(function) &&
           isWrittenFirst(seen, ctx, object, function, strictAliasing_);
  });
  return result.value_or(false);
}

} // namespace hocket::precomputation
