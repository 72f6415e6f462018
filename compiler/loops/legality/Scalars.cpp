// SPDX-License-Identifier: Apache-2.0
#include "loops/legality/Scalars.h"

#include "dataflow/ScalarFlow.h"
#include "loops/context/LoopRemarks.h"
#include "loops/legality/Uses.h"
#include "loops/reductions/SafeToRun.h"
#include "loops/reductions/ScalarReductions.h"
#include "loops/reductions/Scans.h"
#include "loops/reductions/Selections.h"
#include "loops/reductions/UpdateLogs.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

void ScalarEvidence::add(PrivateObject object) {
  own.insert(object.object);
  privates.push_back(std::move(object));
}

void ScalarEvidence::add(InductionObject object) {
  own.insert(object.object);
  inductions.push_back(object);
}

void ScalarEvidence::add(const ir::Program &program, const Recomputed &found) {
  add(found.object);
  for (NodeId node : found.nodes)
    if (std::find(warmUp.begin(), warmUp.end(), node) == warmUp.end())
      warmUp.push_back(node);
  std::sort(warmUp.begin(), warmUp.end(), [&](NodeId a, NodeId b) {
    return std::pair(program[a].text.begin, a) <
           std::pair(program[b].text.begin, b);
  });
  warmUpDepth = std::max(warmUpDepth, found.depth);
}

namespace {

/// Automatic variables of the body are new in each iteration.
void addLocals(const LoopContext &context, ScalarEvidence &found) {
  const ir::Program &program = context.program;
  std::set<ObjectId> touched;
  std::set<const ObjectId *> lists; // many items share one
  for (StmtId stmt : context.stmts)
    for (const EffectItem &item : context.index.itemsOf(stmt)) {
      if (!lists.insert(item.objects.ids.begin()).second)
        continue;
      for (ObjectId object : item.objects.ids)
        if (program[object].kind == ir::ObjectKind::Local)
          touched.insert(object);
    }
  for (ObjectId object : touched) {
    if (!ir::isDeclaredIn(program, object, context.data().body))
      continue;
    found.own.insert(object);
    if (!isValid(program[object].cloneOf)) // the text has no such variable
      found.privates.push_back({object, /*isLocalToBody=*/true, false});
  }
}

/// Each chunk of a loop that is not plain runs the init for itself: what that
/// sets is the chunk's own.
Refused addInductionCounters(const LoopContext &context,
                             ScalarEvidence &found) {
  const ir::Counted &counted = *context.model.countOf(context.loop);
  for (const ir::Induction &induction :
       context.index.inductionsOf(context.loop)) {
    ObjectId object = induction.object;
    bool counts = object == counted.iterator || object == counted.boundVariable;
    if (!counts && !isSetByInit(context, object))
      continue;
    std::optional<InductionObject> result = findInduction(context, object);
    if (!result)
      return scalarCarried(context.index, context.loop, RemarkId::ScalarCarried,
                           object);
    found.add(*result);
  }
  return std::nullopt;
}

void addSelections(const LoopContext &context, ScalarEvidence &found) {
  for (FoundSelection &one :
       findSelections(context.model, found.own, context.options)) {
    std::vector<ObjectId> objects = one.object.objects();
    bool isFree =
        std::none_of(objects.begin(), objects.end(), [&](ObjectId object) {
          return found.own.contains(object) ||
                 isTouchedOtherwise(context, object) ||
                 isStartOf(context, object) ||
                 !canKeepLast(context.program, object);
        });
    if (!isFree)
      continue;
    found.own.insert(objects.begin(), objects.end());
    found.selected.insert(found.selected.end(), one.places.begin(),
                          one.places.end());
    found.selections.push_back(std::move(one.object));
  }
}

bool isExact(const ReductionObject &reduction) {
  return !reduction.isFloat || reduction.keepsFirst;
}

/// Written before it is read in each iteration, with a last value that a copy
/// can tell.
std::optional<PrivateObject> findPrivate(const LoopContext &context,
                                         ObjectId object) {
  ScalarFlow flow(context.index, object);
  if (flow.isExposed(context.loop))
    return std::nullopt;
  bool isLive = flow.isLiveAfter(context.loop);
  bool isConditional = isLive && !flow.isWrittenEachIteration(context.loop);
  if (isConditional && !canKeepLast(context.program, object))
    return std::nullopt;
  return PrivateObject{object, false, isLive, isConditional};
}

} // namespace

ScalarRole classifyScalar(const LoopContext &context, ObjectId object) {
  auto carried = [&](RemarkId id) {
    return scalarCarried(context.index, context.loop, id, object);
  };
  // What pointers or called functions touch too is ordinary memory.
  if (isTouchedOtherwise(context, object))
    return SharedMemory{};
  if (isStartOf(context, object))
    return carried(RemarkId::ScalarCarried);
  if (std::optional<PrivateObject> copy = findPrivate(context, object))
    return *copy;
  bool mayReassociate = context.options.mayReassociate;
  std::optional<ReductionObject> reduction =
      findReduction(context.index, context.model.stmts(), object);
  if (!reduction) {
    if (std::optional<InductionObject> found = findInduction(context, object))
      return *found;
    std::optional<ReductionObject> total = findTotal(context.model, object);
    if (total && (isExact(*total) || mayReassociate))
      return RunningTotal{std::move(*total)};
    if (std::optional<Recomputed> found = findRecomputed(context, object))
      return *found;
    return carried(RemarkId::ScalarCarried);
  }
  if (!isSafeWithoutOrder(context.model, *reduction))
    return carried(RemarkId::ScalarCarried);
  if (isExact(*reduction) || mayReassociate)
    return *reduction;
  if (context.options.logsUpdates)
    if (std::optional<ReductionObject> logged =
            byLog(context.index, context.model.stmts(), std::move(*reduction),
                  context.options))
      return *logged;
  return carried(RemarkId::FloatReduction);
}

Refused addCounters(const LoopContext &context, ScalarEvidence &found) {
  addLocals(context, found);
  const ir::Counted &counted = *context.model.countOf(context.loop);
  if (!counted.isPlain)
    return addInductionCounters(context, found);
  ObjectId iterator = counted.iterator;
  if (isTouchedOtherwise(context, iterator))
    return scalarCarried(context.index, context.loop, RemarkId::ScalarCarried,
                         iterator);
  found.own.insert(iterator);
  if (!counted.declaresIterator) {
    ScalarFlow flow(context.index, iterator);
    found.privates.push_back({iterator, false, flow.isLiveAfter(context.loop)});
  }
  return std::nullopt;
}

std::set<ObjectId> writtenScalars(const LoopContext &context,
                                  const std::set<ObjectId> &own) {
  std::set<ObjectId> written;
  for (StmtId stmt : context.stmts)
    for (const EffectItem &item : context.index.itemsOf(stmt)) {
      ObjectId object = context.index.namedObject(item);
      if (item.kind == ir::AccessKind::Write && isValid(object) &&
          context.program[object].isScalar && !own.contains(object))
        written.insert(object);
    }
  return written;
}

namespace {

/// Adds what the variable's role takes.
struct AddRole {
  const LoopContext &context;
  ScalarEvidence &found;
  ObjectId object;

  Refused operator()(SharedMemory) { return std::nullopt; }
  Refused operator()(PrivateObject &copy) {
    found.add(std::move(copy));
    return std::nullopt;
  }
  Refused operator()(InductionObject &induction) {
    found.add(induction);
    return std::nullopt;
  }
  Refused operator()(Recomputed &recomputed) {
    found.add(context.program, recomputed);
    return std::nullopt;
  }
  Refused operator()(ReductionObject &reduction) {
    found.own.insert(object);
    found.reductions.push_back(std::move(reduction));
    return std::nullopt;
  }
  Refused operator()(RunningTotal &running) {
    found.own.insert(object);
    found.totals.push_back(std::move(running.total));
    return std::nullopt;
  }
  Refused operator()(Remark &remark) { return std::move(remark); }
};

} // namespace

Refused addScalars(const LoopContext &context, ScalarEvidence &found) {
  if (Refused refused = addCounters(context, found))
    return refused;
  addSelections(context, found);
  for (ObjectId object : writtenScalars(context, found.own)) {
    if (found.own.contains(object))
      continue;
    ScalarRole role = classifyScalar(context, object);
    if (Refused refused = std::visit(AddRole{context, found, object}, role))
      return refused;
  }
  return std::nullopt;
}

} // namespace hocket::polyhedral
