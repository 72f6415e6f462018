// SPDX-License-Identifier: Apache-2.0
//
// LoopJudge on variables that each iteration moves by the same. Their value
// in any iteration is known from the number of the iteration alone, so that
// each chunk starts with its own.

#include "polyhedral/LoopJudge.h"

#include "polyhedral/LoopRemarks.h"
#include "polyhedral/ScalarFlow.h"

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

} // namespace hocket::polyhedral
