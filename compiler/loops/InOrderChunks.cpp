// SPDX-License-Identifier: Apache-2.0
//
// Loops that are not parallel, as chunks in order. Everything passes from chunk
// to chunk through memory, as it does from iteration to iteration, so no
// dependence matters. What matters is that each chunk can work out where it
// begins, and that variables which carry nothing from one iteration to another
// have a copy in each chunk: shared, they would tie chunks of different
// iterations of the loop around to each other.
#include "loops/LoopJudge.h"

#include "dataflow/ScalarFlow.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ObjectId;

/// The object becomes private where it can, or stays shared. \returns false if
/// chunks would start from what others have changed.
bool LoopJudge::handOn(ObjectId object) {
  if (isTouchedOtherwise(object))
    return true; // memory like any other
  if (isStartOf(object))
    return false;
  ScalarFlow flow(index_, object);
  if (flow.isExposed(loop_))
    return true;
  bool isLive = flow.isLiveAfter(loop_);
  if (!isLive || flow.isWrittenEachIteration(loop_))
    verdict_.privates.push_back({object, false, isLive});
  return true;
}

std::optional<std::vector<PrivateObject>> LoopJudge::judgeInOrder() {
  // Only a plain counter starts a chunk without anything else.
  const ir::Loop &data = *program_[loop_].as<ir::Loop>();
  if (!data.counted || !data.counted->isPlain)
    return std::nullopt;
  if (!isCounted() || !effectsCommute() || verdict_.writesErrno)
    return std::nullopt;
  findLocals();
  if (!judgeIterator())
    return std::nullopt;
  for (ObjectId object : writtenScalars())
    if (!handOn(object))
      return std::nullopt;
  if (!model_.rangeAssumptions().empty())
    return std::nullopt;
  std::sort(verdict_.privates.begin(), verdict_.privates.end(),
            [](const PrivateObject &a, const PrivateObject &b) {
              return a.object < b.object;
            });
  return std::move(verdict_.privates);
}

} // namespace hocket::polyhedral
