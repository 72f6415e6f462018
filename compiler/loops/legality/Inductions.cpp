// SPDX-License-Identifier: Apache-2.0
#include "loops/legality/Inductions.h"

#include "dataflow/ScalarFlow.h"
#include "dataflow/WrapAround.h"
#include "loops/context/LoopRemarks.h"
#include "loops/legality/Uses.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;

std::optional<InductionObject> findInduction(const LoopContext &context,
                                             ObjectId object) {
  const ir::Induction *induction =
      ir::inductionOf(context.index.inductionsOf(context.loop), object);
  if (!induction || isTouchedOtherwise(context, object))
    return std::nullopt;
  const ir::Loop &data = context.data();
  InductionObject result;
  result.object = object;
  result.step = induction->step;
  result.by = induction->by;
  result.byIsCount = isValid(induction->count);
  result.isSetByInit = isSetByInit(context, object);
  if (data.form != ir::LoopForm::Do)
    for (const ir::InductionUpdate &update : induction->updates)
      if (update.stmt == data.condition)
        result.addedAtEnd += update.amount;
  ScalarFlow flow(context.index, object);
  result.isLastprivate = context.program[object].scope != context.loop &&
                         flow.isLiveAfter(context.loop);
  return result;
}

std::optional<Recomputed> findRecomputed(const LoopContext &context,
                                         ObjectId object) {
  std::optional<WrapAround> found =
      findWrapAround(context.index, context.loop, object);
  if (!found)
    return std::nullopt;
  Recomputed result;
  result.object.object = object;
  result.object.isRecomputed = true;
  ScalarFlow flow(context.index, object);
  result.object.isLastprivate = flow.isLiveAfter(context.loop);
  result.nodes = std::move(found->nodes);
  result.depth = found->depth;
  return result;
}

bool WarmUp::reads(const ProgramIndex &index,
                   const MemoryAccess &access) const {
  NodeId node = index.nodeOf(access.stmt);
  return !access.isWrite() &&
         std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

ObjectId WarmUp::computed() const {
  for (const InductionObject &object : inductions)
    if (object.isRecomputed)
      return object.object;
  return ObjectId::None;
}

Remark writesWarmUp(const LoopContext &context, const WarmUp &warmUp,
                    const MemoryAccess &write) {
  Remark remark = scalarCarried(context.index, context.loop,
                                RemarkId::ScalarCarried, warmUp.computed());
  remark.notes.push_back(
      {write.item->location, "writes '" + textOf(context.program, *write.item) +
                                 "', which may be where the value comes from"});
  return remark;
}

Refused refuseOwnInWarmUp(const LoopContext &context, const WarmUp &warmUp,
                          const std::set<ObjectId> &own,
                          const std::set<std::string> &ownBases) {
  const ProgramIndex &index = context.index;
  auto stmtOf = [&](NodeId node) {
    return context.program[node].as<ir::Leaf>()->stmt;
  };
  std::set<ObjectId> computed{context.model.countOf(context.loop)->iterator};
  for (NodeId node : warmUp.nodes)
    for (const EffectItem &item : index.itemsOf(stmtOf(node)))
      if (item.kind == ir::AccessKind::Write)
        computed.insert(index.namedObject(item));
  for (NodeId node : warmUp.nodes)
    for (const EffectItem &item : index.itemsOf(stmtOf(node))) {
      std::optional<Value> address =
          context.model.addressOf(item, stmtOf(node));
      bool isOwn = address && ownBases.contains(address->base->key);
      for (ObjectId id : item.objects.ids)
        isOwn |= own.contains(id) && !computed.contains(id);
      if (isOwn)
        return scalarCarried(index, context.loop, RemarkId::ScalarCarried,
                             warmUp.computed());
    }
  return std::nullopt;
}

} // namespace hocket::polyhedral
