// SPDX-License-Identifier: Apache-2.0
//
// LoopJudge on variables that each iteration moves by the same. Their value
// in any iteration is known from the number of the iteration alone, so that
// each chunk starts with its own.

#include "loops/LoopJudge.h"

#include "dataflow/ScalarFlow.h"
#include "dataflow/WrapAround.h"
#include "loops/LoopRemarks.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ObjectId;

/// Each chunk of a loop that is not plain runs the init for itself: what that
/// sets is the chunk's own.
bool LoopJudge::judgeCounters() {
  const ir::Counted &counted = *model_.countOf(loop_);
  for (const ir::Induction &induction : index_.inductionsOf(loop_)) {
    ObjectId object = induction.object;
    bool counts = object == counted.iterator || object == counted.boundVariable;
    if ((counts || isSetByInit(object)) && !judgeInduction(object))
      return refuse(
          scalarCarried(index_, loop_, RemarkId::ScalarCarried, object));
  }
  return true;
}

bool LoopJudge::isSetByInit(ObjectId object) const {
  const ir::Loop &data = *program_[loop_].as<ir::Loop>();
  if (!isValid(data.init))
    return false;
  if (program_[object].scope == loop_)
    return true;
  for (const EffectItem &item : index_.itemsOf(data.init))
    if (item.kind == ir::AccessKind::Write &&
        index_.namedObject(item) == object)
      return true;
  return false;
}

bool LoopJudge::judgeInduction(ObjectId object) {
  const ir::Induction *induction =
      ir::inductionOf(index_.inductionsOf(loop_), object);
  if (!induction || isTouchedOtherwise(object))
    return false;
  const ir::Loop &data = *program_[loop_].as<ir::Loop>();
  InductionObject result;
  result.object = object;
  result.step = induction->step;
  result.by = induction->by;
  result.isSetByInit = isSetByInit(object);
  if (data.form != ir::LoopForm::Do)
    for (const ir::InductionUpdate &update : induction->updates)
      if (update.stmt == data.condition)
        result.addedAtEnd += update.amount;
  ScalarFlow flow(index_, object);
  result.needsLastValue =
      program_[object].scope != loop_ && flow.isLiveAfter(loop_);
  verdict_.inductions.push_back(result);
  own_.insert(object);
  return true;
}

/// Each chunk computes the value again that the iteration before it leaves.
bool LoopJudge::judgeWrapAround(ObjectId object) {
  std::optional<WrapAround> found = findWrapAround(index_, loop_, object);
  if (!found)
    return false;
  InductionObject result;
  result.object = object;
  result.isRecomputed = true;
  ScalarFlow flow(index_, object);
  result.needsLastValue = flow.isLiveAfter(loop_);
  verdict_.inductions.push_back(result);
  own_.insert(object);
  std::vector<ir::NodeId> &all = verdict_.warmUp;
  for (ir::NodeId node : found->nodes)
    if (std::find(all.begin(), all.end(), node) == all.end())
      all.push_back(node);
  std::sort(all.begin(), all.end(), [&](ir::NodeId a, ir::NodeId b) {
    return std::pair(program_[a].text.begin, a) <
           std::pair(program_[b].text.begin, b);
  });
  verdict_.warmUpDepth = std::max(verdict_.warmUpDepth, found->depth);
  return true;
}

/// What is read there is read again, at another time: no iteration may write
/// it, not even the one that reads it.
bool LoopJudge::isWarmUp(const MemoryAccess &access) const {
  ir::NodeId node = index_.nodeOf(access.stmt);
  return !access.isWrite() &&
         std::find(verdict_.warmUp.begin(), verdict_.warmUp.end(), node) !=
             verdict_.warmUp.end();
}

/// The write may change what a chunk would have to read again.
bool LoopJudge::refuseWarmUp(const MemoryAccess &write) {
  for (const InductionObject &object : verdict_.inductions)
    if (object.isRecomputed) {
      Remark remark =
          scalarCarried(index_, loop_, RemarkId::ScalarCarried, object.object);
      remark.notes.push_back(
          {write.item->location,
           "writes '" + textOf(program_, *write.item) +
               "', which may be where the value comes from"});
      return refuse(std::move(remark));
    }
  return false;
}

/// It reads nothing that a chunk has for itself but the variables that it
/// computes.
bool LoopJudge::warmUpIsFree() {
  std::set<ObjectId> computed{model_.countOf(loop_)->iterator};
  for (ir::NodeId node : verdict_.warmUp)
    for (const EffectItem &item :
         index_.itemsOf(program_[node].as<ir::Leaf>()->stmt))
      if (item.kind == ir::AccessKind::Write)
        computed.insert(index_.namedObject(item));
  for (ir::NodeId node : verdict_.warmUp) {
    ir::StmtId stmt = program_[node].as<ir::Leaf>()->stmt;
    for (const EffectItem &item : index_.itemsOf(stmt)) {
      std::optional<Value> address = model_.addressOf(item, stmt);
      bool isOwn = address && ownRoots_.contains(address->root->key);
      for (ObjectId id : item.objects.ids)
        isOwn |= own_.contains(id) && !computed.contains(id);
      if (!isOwn)
        continue;
      for (const InductionObject &object : verdict_.inductions)
        if (object.isRecomputed)
          return refuse(scalarCarried(index_, loop_, RemarkId::ScalarCarried,
                                      object.object));
    }
  }
  return true;
}

} // namespace hocket::polyhedral
