// SPDX-License-Identifier: Apache-2.0
#include "loops/accesses/CalleeState.h"

#include "dependences/ArrayPrivatization.h"

#include "ir/FunctionBody.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <set>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::FunctionId;
using ir::ObjectId;
using ir::StmtId;

namespace {

/// Functions with a statement of their own that may read the object. What the
/// program's functions read for their callers, their own statements show.
/// \returns nothing if code may read it that no statement shows.
std::optional<std::set<FunctionId>> readersOf(const ProgramIndex &index,
                                              ObjectId object) {
  const ir::Program &program = index.program();
  std::set<std::string> defined;
  for (const ir::Function &function : program.functions)
    if (isValid(function.body))
      defined.insert(function.name);
  std::set<FunctionId> readers;
  for (const ir::Stmt &stmt : program.stmts) {
    ir::NodeId node = index.nodeOf(stmt.id);
    if (!isValid(node) || index.isCopy(stmt.id))
      continue;
    if (index.effects().stmts[ir::index(stmt.id)].isUnknown)
      return std::nullopt;
    for (const EffectItem &item : index.itemsOf(stmt.id))
      if (item.kind == ir::AccessKind::Read && !defined.count(item.via) &&
          index.mayTouch(item, object))
        readers.insert(program[node].function);
  }
  return readers;
}

/// A run of `outer` may be going on while `inner` runs.
bool mayRunAround(const analysis::Effects &effects, FunctionId outer,
                  FunctionId inner) {
  std::set<FunctionId> seen = {outer};
  std::vector<FunctionId> open = {outer};
  while (!open.empty()) {
    FunctionId next = open.back();
    open.pop_back();
    if (next == inner)
      return true;
    for (FunctionId callee : effects.callees[ir::index(next)])
      if (seen.insert(callee).second)
        open.push_back(callee);
  }
  return false;
}

} // namespace

namespace {

/// \param mayBeOf a run of this function may be around one of `within`.
bool isEmptyBetween(const ProgramIndex &index, isl::ctx ctx, ObjectId object,
                    FunctionId within, FunctionId mayBeOf,
                    bool strictAliasing) {
  constexpr std::size_t mostReaders = policy.loops.stateReaders;
  const ir::Program &program = index.program();
  const ir::Object &data = program[object];
  if (!program.isClosed || data.isVolatile || data.isThreadLocal)
    return false;
  std::optional<std::set<FunctionId>> readers = readersOf(index, object);
  if (!readers || readers->empty() || readers->size() > mostReaders)
    return false;
  for (FunctionId function : *readers) {
    ir::NodeId body = program[function].body;
    if (!isValid(body) || index.hasGoto(function) ||
        (function != mayBeOf &&
         mayRunAround(index.effects(), function, within)) ||
        index.effects().isRecursive[ir::index(function)])
      return false;
    AffineModel model(index, ctx, {body, /*ownInit=*/true, {}, strictAliasing});
    ArrayPrivatization privatization(model, body, object);
    if (privatization.isExposed())
      return false;
  }
  return true;
}

} // namespace

bool isEmptyBetweenRuns(const ProgramIndex &index, isl::ctx ctx,
                        ObjectId object, FunctionId within,
                        bool strictAliasing) {
  return isEmptyBetween(index, ctx, object, within, FunctionId::None,
                        strictAliasing);
}

bool isEmptyAfterRuns(const ProgramIndex &index, isl::ctx ctx, ObjectId object,
                      FunctionId function, bool strictAliasing) {
  return isEmptyBetween(index, ctx, object, function, function, strictAliasing);
}

namespace {

/// The text of the loop's function, or of its chunks, names it.
std::optional<ObjectId> namedFromOutside(const ir::Program &program,
                                         const LoopVerdict &verdict) {
  FunctionId function = program[verdict.loop].function;
  for (const PrivateObject &object : verdict.privates)
    if (!object.isLocalToBody && (object.isLastprivate || object.isOnHeap()) &&
        !ir::isVisibleIn(program, object.object, function))
      return object.object;
  for (const ReductionObject &reduction : verdict.reductions())
    if (isValid(reduction.baseObject) &&
        !ir::isVisibleIn(program, reduction.baseObject, function))
      return reduction.baseObject;
  return std::nullopt;
}

} // namespace

namespace {

/// Its initializer may name variables, which have other names in a clone.
bool hasAddresses(const ir::Object &object) {
  return object.hasInitializer &&
         (!object.initialPointersKnown || !object.initialPointers.empty());
}

} // namespace

std::optional<MissingClone> findMissingClone(const ProgramIndex &index,
                                             const LoopVerdict &verdict) {
  if (!index.seesThrough())
    return std::nullopt;
  const ir::Program &program = index.program();
  ir::CloneNeeds needs = cloneNeeds(verdict);
  std::vector<ir::CallPoint> calls =
      ir::callsOfClones(program, verdict.loop, needs);
  for (const ir::CallPoint &call : calls) {
    const ir::Function &callee = ir::calleeOf(program, call);
    std::string why = ir::whyNotRedirected(program, call);
    if (why.empty())
      why = ir::whyNotCloned(program, callee.id);
    for (ObjectId own : ir::ownState(program, callee.id))
      if (why.empty() &&
          (!needs.renamed.count(own) || hasAddresses(program[own])))
        why = "'" + callee.name + "' keeps '" + program[own].name + "'";
    if (!why.empty())
      return MissingClone{call, why};
  }
  if (std::optional<ObjectId> hidden = namedFromOutside(program, verdict);
      hidden && !calls.empty())
    return MissingClone{calls.front(),
                        "'" + program[*hidden].name +
                            "' is something else, or not yet declared, "
                            "where the loop stands"};
  return std::nullopt;
}

} // namespace hocket::polyhedral
