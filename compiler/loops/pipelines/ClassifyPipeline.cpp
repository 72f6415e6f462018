// SPDX-License-Identifier: Apache-2.0
#include "loops/pipelines/ClassifyPipeline.h"

#include "dataflow/ScalarFlow.h"
#include "loops/accesses/AccessPairs.h"
#include "loops/accesses/CalleeState.h"
#include "loops/accesses/GatherVerdict.h"
#include "loops/accesses/RequiredChecks.h"
#include "loops/context/LoopRemarks.h"
#include "loops/legality/Effects.h"
#include "loops/legality/Uses.h"
#include "loops/pipelines/StageOrder.h"

#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

/// Items that share state of the library. What iterations leave in errno is
/// sorted out after them all.
/// \returns whether they may set it; nothing if there is no pipeline.
std::optional<bool> orderHidden(const LoopContext &context, StageOrder &order) {
  const ir::Program &program = context.program;
  bool writesErrno = false;
  for (const auto &[object, use] : hiddenUses(context)) {
    if (!use.isOrdered())
      continue;
    bool isErrno = object == program.hidden.errnoValue, isBeside = false;
    std::set<std::size_t> items;
    for (StmtId stmt : use.stmts)
      if (std::optional<std::size_t> at =
              order.itemOf(context.index.nodeOf(stmt)))
        items.insert(*at);
      else
        isBeside = true;
    if (isBeside || (isErrno && use.isRead))
      return std::nullopt;
    if (isErrno)
      writesErrno = true;
    else
      order.tie(*items.begin(), *items.rbegin(),
                {use.item->location,
                 "'" +
                     (use.item->via.empty() ? textOf(program, *use.item)
                                            : use.item->via) +
                     "' has an effect whose order is visible"});
  }
  return writesErrno;
}

/// Another variable of this name is declared in the loop.
bool isHiddenInside(const LoopContext &context, ObjectId object) {
  const ir::Program &program = context.program;
  for (const ir::Hole &hole : ir::holesIn(program, program[context.loop].text))
    if (hole.isDeclarator && isValid(hole.object) && hole.object != object &&
        program[hole.object].name == program[object].name)
      return true;
  return false;
}

/// A scalar that carries a value is loaded where a stage begins and stored
/// where it ends: all that names it is in one stage.
bool orderCarried(const LoopContext &context, ObjectId object,
                  StageOrder &order) {
  std::set<std::size_t> items;
  RemarkNote why;
  for (StmtId stmt : context.stmts)
    for (const EffectItem &item : context.index.itemsOf(stmt)) {
      if (!context.index.mayTouch(item, object))
        continue;
      std::optional<std::size_t> at = order.itemOf(context.index.nodeOf(stmt));
      if (!at)
        return false;
      items.insert(*at);
      if (item.kind == ir::AccessKind::Write)
        why = {item.location, "'" + context.program[object].name +
                                  "' carries a value from one iteration to "
                                  "the next"};
    }
  // Loads and stores of it stand in the user's text, under its own name.
  if (!items.empty() && isHiddenInside(context, object))
    return false;
  if (!items.empty())
    order.tie(*items.begin(), *items.rbegin(), why);
  return true;
}

bool orderScalars(const LoopContext &context, ScalarEvidence &found,
                  StageOrder &order) {
  if (addCounters(context, found))
    return false;
  for (ObjectId object : writtenScalars(context, found.own)) {
    if (found.own.contains(object) || isTouchedOtherwise(context, object))
      continue; // memory: the pairs decide
    if (isStartOf(context, object))
      return false;
    ScalarFlow flow(context.index, object);
    bool isLive = flow.isLiveAfter(context.loop);
    if (!flow.isExposed(context.loop) &&
        (!isLive || flow.isWrittenEachIteration(context.loop)))
      found.add(PrivateObject{object, false, isLive});
    else if (std::optional<InductionObject> induction =
                 findInduction(context, object))
      found.add(*induction);
    else if (!orderCarried(context, object, order))
      return false;
  }
  return true;
}

void orderPair(AccessAnalysis &analysis, const MemoryAccess &a,
               const MemoryAccess &b, StageOrder &order) {
  const LoopContext &context = analysis.context;
  std::size_t first = *order.itemOf(context.index.nodeOf(a.stmt)),
              second = *order.itemOf(context.index.nodeOf(b.stmt));
  const MemoryAccess &write = a.isWrite() ? a : b;
  RemarkNote why{write.item->location,
                 "later iterations depend on '" +
                     textOf(context.program, *write.item) + "'"};
  if (!a.address || !b.address || !analysis.overlap->areComparable(a, b)) {
    order.tie(first, second, why);
    return;
  }
  if (refuseCarried(analysis, a, b))
    order.order(first, second, why);
  if (&a != &b && refuseCarried(analysis, b, a))
    order.order(second, first, why);
}

bool orderPairs(AccessAnalysis &analysis, StageOrder &order) {
  const ProgramIndex &index = analysis.context.index;
  const std::vector<MemoryAccess> &accesses = analysis.accesses;
  for (std::size_t i = 0; i < accesses.size(); ++i)
    for (std::size_t j = i; j < accesses.size(); ++j) {
      const MemoryAccess &a = accesses[i], &b = accesses[j];
      if (!a.isWrite() && !b.isWrite())
        continue;
      std::optional<std::size_t> first = order.itemOf(index.nodeOf(a.stmt)),
                                 second = order.itemOf(index.nodeOf(b.stmt));
      if (first && second && order.areTied(*first, *second))
        continue;
      if (!classifyPair(analysis, a, b))
        continue;
      if (!first || !second)
        return false;
      orderPair(analysis, a, b, order);
    }
  return !makeChecks(analysis);
}

} // namespace

std::optional<LoopVerdict>
classifyPipeline(const LoopContext &context,
                 const std::function<bool(NodeId)> &isHeavy) {
  const ir::Program &program = context.program;
  StageOrder order(program, context.loop);
  if (refuseUnknownEffects(context))
    return std::nullopt;
  std::optional<bool> writesErrno = orderHidden(context, order);
  ScalarEvidence scalars;
  if (!writesErrno || !orderScalars(context, scalars, order))
    return std::nullopt;
  AccessAnalysis analysis(context, scalars, {});
  if (!orderPairs(analysis, order))
    return std::nullopt;
  Result<std::vector<EntryCondition>> ranges = rangeChecks(context);
  if (refusalOf(ranges))
    return std::nullopt;
  LoopVerdict verdict = gatherVerdict(context.loop, std::move(scalars),
                                      std::move(analysis.found));
  append(verdict.conditions, std::get<0>(std::move(ranges)));
  verdict.writesErrno = *writesErrno;
  if (findMissingClone(context.index, verdict))
    return std::nullopt;
  order.settle(isHeavy);
  PipelineLoop loop{order.stages(isHeavy)};
  auto isGain = [&](const PipelineStage &stage) {
    return !stage.isOrdered &&
           std::any_of(stage.items.begin(), stage.items.end(), isHeavy);
  };
  if (std::none_of(loop.stages.begin(), loop.stages.end(), isGain))
    return std::nullopt;
  verdict.of = std::move(loop);
  sortByObject(verdict.privates);
  verdict.remark = pipeline(program, verdict);
  verdict.remark.notes = order.reasons();
  return verdict;
}

std::optional<LoopVerdict>
classifyPipeline(const ProgramIndex &index, NodeId loop,
                 const LoopOptions &options, bool mayTest,
                 const std::function<bool(NodeId)> &isHeavy) {
  IslContext ctx;
  std::optional<std::optional<LoopVerdict>> found = withIslBudget(
      ctx, options.islBudget, [&]() -> std::optional<LoopVerdict> {
        LoopModel model(index, ctx, loop, options, mayTest);
        Result<LoopContext> counted = contextOf(index, options, loop, model);
        if (refusalOf(counted))
          return std::nullopt;
        return classifyPipeline(std::get<LoopContext>(counted), isHeavy);
      });
  return found ? std::move(*found) : std::nullopt;
}

} // namespace hocket::polyhedral
