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

/// Why there is no pipeline; empty: nothing stands in the way.
using NoPipeline = std::optional<RemarkNote>;

/// The reason in a remark that refuses the loop as a whole.
RemarkNote reasonOf(const Remark &refused) {
  constexpr std::string_view start = "loop stays sequential: ";
  std::string text = refused.message();
  if (text.starts_with(start))
    text.erase(0, start.size());
  return {refused.notes.empty() ? refused.location
                                : refused.notes.front().location,
          std::move(text)};
}

RemarkNote outsideBody(const SourceLocation &where, const std::string &what) {
  return {where, what + " in the head of the loop, not in a part of its body"};
}

/// Items that share state of the library. What iterations leave in errno is
/// sorted out after them all.
NoPipeline orderHidden(const LoopContext &context, StageOrder &order,
                       bool &writesErrno) {
  const ir::Program &program = context.program;
  for (const auto &[object, use] : hiddenUses(context)) {
    if (!use.isOrdered())
      continue;
    const std::string name =
        use.item->via.empty() ? textOf(program, *use.item) : use.item->via;
    bool isErrno = object == program.hidden.errnoValue;
    std::set<std::size_t> items;
    for (StmtId stmt : use.stmts)
      if (std::optional<std::size_t> at =
              order.itemOf(context.index.nodeOf(stmt)))
        items.insert(*at);
      else
        return outsideBody(use.item->location, "'" + name + "' has an effect");
    if (isErrno && use.isRead)
      return RemarkNote{use.item->location,
                        "it reads 'errno', which its iterations set"};
    if (isErrno)
      writesErrno = true;
    else
      order.tie(*items.begin(), *items.rbegin(),
                {use.item->location,
                 "'" + name + "' has an effect whose order is visible"});
  }
  return std::nullopt;
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
NoPipeline orderCarried(const LoopContext &context, ObjectId object,
                        StageOrder &order) {
  const std::string name = "'" + context.program[object].name + "'";
  std::set<std::size_t> items;
  RemarkNote why;
  for (StmtId stmt : context.stmts)
    for (const EffectItem &item : context.index.itemsOf(stmt)) {
      if (!context.index.mayTouch(item, object))
        continue;
      std::optional<std::size_t> at = order.itemOf(context.index.nodeOf(stmt));
      if (!at)
        return outsideBody(item.location,
                           name + ", which carries a value, is used");
      items.insert(*at);
      if (item.kind == ir::AccessKind::Write)
        why = {item.location, name + " carries a value from one iteration to "
                                     "the next"};
    }
  // Loads and stores of it stand in the user's text, under its own name.
  if (!items.empty() && isHiddenInside(context, object))
    return RemarkNote{why.location, "another variable in it is called " + name +
                                        ", as one that carries a value"};
  if (!items.empty())
    order.tie(*items.begin(), *items.rbegin(), why);
  return std::nullopt;
}

NoPipeline orderScalars(const LoopContext &context, ScalarEvidence &found,
                        StageOrder &order) {
  if (Refused refused = addCounters(context, found))
    return reasonOf(*refused);
  for (ObjectId object : writtenScalars(context, found.own)) {
    if (found.own.contains(object) || isTouchedOtherwise(context, object))
      continue; // memory: the pairs decide
    if (isStartOf(context, object))
      return RemarkNote{context.program[context.loop].location,
                        "it starts from '" + context.program[object].name +
                            "', which its body writes"};
    ScalarFlow flow(context.index, object);
    bool isLive = flow.isLiveAfter(context.loop);
    if (!flow.isExposed(context.loop) &&
        (!isLive || flow.isWrittenEachIteration(context.loop)))
      found.add(PrivateObject{object, false, isLive});
    else if (std::optional<InductionObject> induction =
                 findInduction(context, object))
      found.add(*induction);
    else if (NoPipeline why = orderCarried(context, object, order))
      return why;
  }
  return std::nullopt;
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

NoPipeline orderPairs(AccessAnalysis &analysis, StageOrder &order) {
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
      if (!first || !second) {
        const EffectItem &item = *(first ? b : a).item;
        return outsideBody(item.location,
                           "'" + textOf(analysis.context.program, item) +
                               "', which iterations pass on, is used");
      }
      orderPair(analysis, a, b, order);
    }
  if (Refused refused = makeChecks(analysis))
    return reasonOf(*refused);
  return std::nullopt;
}

/// Nothing that takes long may overlap.
RemarkNote nothingFree(const StageOrder &order) {
  const std::vector<RemarkNote> reasons = order.reasons();
  if (reasons.empty())
    return {};
  return {reasons.front().location,
          "what takes long in them has to keep the order: " +
              reasons.front().text};
}

} // namespace

PipelineResult classifyPipeline(const LoopContext &context,
                                const std::function<bool(NodeId)> &isHeavy) {
  const ir::Program &program = context.program;
  StageOrder order(program, context.loop);
  if (refuseUnknownEffects(context))
    return RemarkNote{};
  bool writesErrno = false;
  if (NoPipeline why = orderHidden(context, order, writesErrno))
    return *why;
  ScalarEvidence scalars;
  if (NoPipeline why = orderScalars(context, scalars, order))
    return *why;
  AccessAnalysis analysis(context, scalars, {});
  if (NoPipeline why = orderPairs(analysis, order))
    return *why;
  Result<std::vector<EntryCondition>> ranges = rangeChecks(context);
  if (const Remark *refused = refusalOf(ranges))
    return reasonOf(*refused);
  LoopVerdict verdict = gatherVerdict(context.loop, std::move(scalars),
                                      std::move(analysis.found));
  append(verdict.conditions, std::get<0>(std::move(ranges)));
  verdict.writesErrno = writesErrno;
  if (std::optional<MissingClone> missing =
          findMissingClone(context.index, verdict)) {
    const ir::CallSite &site =
        program[missing->call.stmt].calls[missing->call.site];
    return RemarkNote{
        site.location,
        "'" + program[site.callee].name +
            "' keeps state in variables of its own: " + missing->why};
  }
  order.settle(isHeavy);
  PipelineLoop loop{order.stages(isHeavy)};
  auto isGain = [&](const PipelineStage &stage) {
    return !stage.isOrdered &&
           std::any_of(stage.items.begin(), stage.items.end(), isHeavy);
  };
  if (std::none_of(loop.stages.begin(), loop.stages.end(), isGain))
    return nothingFree(order);
  verdict.of = std::move(loop);
  sortByObject(verdict.privates);
  verdict.remark = pipeline(program, verdict);
  verdict.remark.notes = order.reasons();
  return verdict;
}

PipelineResult classifyPipeline(const ProgramIndex &index, NodeId loop,
                                const LoopOptions &options, bool mayTest,
                                const std::function<bool(NodeId)> &isHeavy) {
  IslContext ctx;
  std::optional<PipelineResult> found =
      withIslBudget(ctx, options.islBudget, [&]() -> PipelineResult {
        LoopModel model(index, ctx, loop, options, mayTest);
        Result<LoopContext> counted = contextOf(index, options, loop, model);
        if (const Remark *refused = refusalOf(counted))
          return reasonOf(*refused);
        return classifyPipeline(std::get<LoopContext>(counted), isHeavy);
      });
  if (found)
    return std::move(*found);
  return RemarkNote{index.program()[loop].location,
                    "their dependences took too long to find out"};
}

} // namespace hocket::polyhedral
