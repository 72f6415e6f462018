// SPDX-License-Identifier: Apache-2.0
//
// Loops that are not parallel, as DOACROSS chunks. Everything passes from chunk
// to chunk through memory, as it does from iteration to iteration, so no
// dependence matters. What matters is that each chunk can work out where it
// begins, and that variables which carry nothing from one iteration to another
// have a copy in each chunk: shared, they would tie chunks of different
// iterations of the loop around to each other.
#include "loops/ClassifyOnce.h"

#include "dataflow/ScalarFlow.h"
#include "loops/accesses/GatherVerdict.h"
#include "loops/legality/Effects.h"
#include "loops/legality/Scalars.h"
#include "loops/legality/Uses.h"

namespace hocket::polyhedral {

using ir::ObjectId;

namespace {

using Privates = std::vector<PrivateObject>;

/// The object becomes private where it can, or stays shared. \returns false if
/// chunks would start from what others have changed.
bool handOn(const LoopContext &context, ObjectId object, Privates &privates) {
  if (isTouchedOtherwise(context, object))
    return true; // memory like any other
  if (isStartOf(context, object))
    return false;
  ScalarFlow flow(context.index, object);
  if (flow.isExposed(context.loop))
    return true;
  bool isLive = flow.isLiveAfter(context.loop);
  if (!isLive || flow.isWrittenEachIteration(context.loop))
    privates.push_back({object, false, isLive});
  return true;
}

std::optional<Privates> privatesOfDoacross(const LoopContext &context) {
  Result<EffectEvidence> effects = classifyEffects(context);
  if (refusalOf(effects) || std::get<EffectEvidence>(effects).writesErrno)
    return std::nullopt;
  ScalarEvidence found;
  if (addCounters(context, found))
    return std::nullopt;
  Privates privates = std::move(found.privates);
  for (ObjectId object : writtenScalars(context, found.own))
    if (!handOn(context, object, privates))
      return std::nullopt;
  if (!context.model.rangeAssumptions().empty())
    return std::nullopt;
  sortByObject(privates);
  return privates;
}

} // namespace

std::optional<Privates> classifyDoacross(const ProgramIndex &index,
                                         ir::NodeId loop,
                                         const LoopOptions &options) {
  // Only a plain counter starts a chunk without anything else.
  const ir::Loop &data = *index.program()[loop].as<ir::Loop>();
  if (!data.counted || !data.counted->isPlain)
    return std::nullopt;
  LoopOptions plain = options;
  plain.mayAssumeRanges = false;
  IslContext ctx;
  std::optional<std::optional<Privates>> found =
      withIslBudget(ctx, options.islBudget, [&]() -> std::optional<Privates> {
        LoopModel model(index, ctx, loop, plain, /*mayAssumeDisjoint=*/false);
        Result<LoopContext> counted = contextOf(index, plain, loop, model);
        if (refusalOf(counted))
          return std::nullopt;
        return privatesOfDoacross(std::get<LoopContext>(counted));
      });
  return found ? std::move(*found) : std::nullopt;
}

} // namespace hocket::polyhedral
