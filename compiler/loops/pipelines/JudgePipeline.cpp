// SPDX-License-Identifier: Apache-2.0
//
// Dependences between the items of a loop's body. Where LoopJudge::judge gives
// up, this puts the two items in order: for state of the library, for variables
// that carry a value, and for pairs of accesses that may meet.
#include "loops/LoopJudge.h"

#include "dataflow/ScalarFlow.h"
#include "loops/pipelines/StageOrder.h"

#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

std::optional<LoopVerdict>
LoopJudge::judgePipeline(const std::function<bool(NodeId)> &isHeavy) {
  StageOrder order(program_, loop_);
  if (!isCounted() || !effectsAreKnown() || !orderHidden(order))
    return std::nullopt;
  findLocals();
  if (!judgeIterator() || !orderScalars(order) || !orderPairs(order) ||
      !emitRangeTests() || !versionsExist())
    return std::nullopt;
  verdict_.kind = LoopKind::Pipeline;
  verdict_.cuts.clear();
  verdict_.stages = order.stages(isHeavy);
  auto isGain = [&](const PipelineStage &stage) {
    return !stage.isOrdered &&
           std::any_of(stage.items.begin(), stage.items.end(), isHeavy);
  };
  if (std::none_of(verdict_.stages.begin(), verdict_.stages.end(), isGain))
    return std::nullopt;
  std::sort(verdict_.privates.begin(), verdict_.privates.end(),
            [](const PrivateObject &a, const PrivateObject &b) {
              return a.object < b.object;
            });
  verdict_.remark = pipeline(program_, verdict_);
  verdict_.remark.notes = order.reasons();
  return std::move(verdict_);
}

/// Items that share state of the library. What iterations leave in errno is
/// sorted out after them all.
bool LoopJudge::orderHidden(StageOrder &order) {
  for (const auto &[object, use] : hiddenUses()) {
    if (!use.isWritten || use.allCommute)
      continue;
    bool isErrno = object == program_.hidden.errnoValue, isBeside = false;
    std::set<std::size_t> items;
    for (StmtId stmt : use.stmts)
      if (auto at = order.itemOf(index_.nodeOf(stmt)))
        items.insert(*at);
      else
        isBeside = true;
    if (isBeside || (isErrno && use.isRead))
      return false;
    if (isErrno)
      verdict_.writesErrno = true;
    else
      order.tie(*items.begin(), *items.rbegin(),
                {use.item->location,
                 "'" +
                     (use.item->via.empty() ? textOf(program_, *use.item)
                                            : use.item->via) +
                     "' has an effect whose order is visible"});
  }
  return true;
}

/// A scalar that carries a value is loaded where a stage begins and stored
/// where it ends: all that names it is in one stage.
bool LoopJudge::orderScalars(StageOrder &order) {
  for (ObjectId object : writtenScalars()) {
    if (own_.contains(object) || isTouchedOtherwise(object))
      continue; // memory: the pairs decide
    if (isStartOf(object))
      return false;
    ScalarFlow flow(index_, object);
    bool isLive = flow.isLiveAfter(loop_);
    if (!flow.isExposed(loop_) &&
        (!isLive || flow.isWrittenEachIteration(loop_))) {
      verdict_.privates.push_back({object, false, isLive});
      own_.insert(object);
      continue;
    }
    if (judgeInduction(object))
      continue;
    std::set<std::size_t> items;
    RemarkNote why;
    for (StmtId stmt : stmts_)
      for (const EffectItem &item : index_.itemsOf(stmt)) {
        if (!index_.mayTouch(item, object))
          continue;
        std::optional<std::size_t> at = order.itemOf(index_.nodeOf(stmt));
        if (!at)
          return false;
        items.insert(*at);
        if (item.kind == ir::AccessKind::Write)
          why = {item.location, "'" + program_[object].name +
                                    "' carries a value from one iteration to "
                                    "the next"};
      }
    // Loads and stores of it stand in the user's text, under its own name.
    if (!items.empty() && isHiddenInside(object))
      return false;
    if (!items.empty())
      order.tie(*items.begin(), *items.rbegin(), why);
  }
  return true;
}

/// Another variable of this name is declared in the loop.
bool LoopJudge::isHiddenInside(ObjectId object) const {
  for (const ir::Hole &hole : ir::holesIn(program_, program_[loop_].text))
    if (hole.isDeclarator && isValid(hole.object) && hole.object != object &&
        program_[hole.object].name == program_[object].name)
      return true;
  return false;
}

bool LoopJudge::orderPairs(StageOrder &order) {
  collect();
  for (std::size_t i = 0; i < accesses_.size(); ++i)
    for (std::size_t j = i; j < accesses_.size(); ++j) {
      const MemoryAccess &a = accesses_[i], &b = accesses_[j];
      if (!a.isWrite() && !b.isWrite())
        continue;
      std::optional<std::size_t> first = order.itemOf(index_.nodeOf(a.stmt)),
                                 second = order.itemOf(index_.nodeOf(b.stmt));
      if (first && second && order.areTied(*first, *second))
        continue;
      if (pairIsFree(a, b))
        continue;
      if (!first || !second)
        return false;
      orderPair(a, b, order);
    }
  return emitChecks();
}

void LoopJudge::orderPair(const MemoryAccess &a, const MemoryAccess &b,
                          StageOrder &order) {
  std::size_t first = *order.itemOf(index_.nodeOf(a.stmt)),
              second = *order.itemOf(index_.nodeOf(b.stmt));
  const MemoryAccess &write = a.isWrite() ? a : b;
  RemarkNote why{write.item->location, "later iterations depend on '" +
                                           textOf(program_, *write.item) + "'"};
  if (!a.address || !b.address || !overlap_->areComparable(a, b)) {
    order.tie(first, second, why);
    return;
  }
  if (!carried(a, b))
    order.order(first, second, why);
  if (&a != &b && !carried(b, a))
    order.order(second, first, why);
}

} // namespace hocket::polyhedral
