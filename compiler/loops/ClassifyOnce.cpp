// SPDX-License-Identifier: Apache-2.0
#include "loops/ClassifyOnce.h"

#include "loops/accesses/CalleeState.h"
#include "loops/accesses/ClassifyAccesses.h"
#include "loops/accesses/GatherVerdict.h"
#include "loops/accesses/RequiredChecks.h"
#include "loops/context/LoopRemarks.h"
#include "loops/legality/Effects.h"
#include "loops/reductions/Scans.h"
#include "loops/search/ClassifySearch.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::StmtId;

namespace {

/// What a called function names could be a chunk's own if it had a version.
void explainCalls(const ProgramIndex &index, const AffineModel &model,
                  Remark &remark) {
  if (remark.notes.empty())
    return;
  const ir::Program &program = index.program();
  const SourceLocation where = remark.notes.front().location;
  for (StmtId stmt : model.stmts()) {
    if (!index.isCopy(stmt))
      continue;
    for (const EffectItem &item : index.itemsOf(stmt)) {
      if (item.location != where || !isValid(index.namedObject(item)))
        continue;
      std::string why = index.whyNotRenamed(stmt);
      if (!why.empty())
        remark.notes.push_back(
            {item.location, "chunks have no copy of '" +
                                program[index.namedObject(item)].name +
                                "', for " + why});
      return;
    }
  }
}

/// Of the called functions that name what chunks have for themselves.
Refused refuseMissingClone(const LoopContext &context,
                             const LoopVerdict &verdict) {
  std::optional<MissingClone> missing =
      findMissingClone(context.index, verdict);
  if (!missing)
    return std::nullopt;
  const ir::Program &program = context.program;
  const ir::CallSite &site =
      program[missing->call.stmt].calls[missing->call.site];
  Remark remark = remarkFor(program, context.loop, RemarkId::CalleeState);
  remark.args = {program[site.callee].name, missing->why};
  remark.notes = {{site.location, "called here"}};
  return remark;
}

/// The chunks' totals can be had in a pass of their own, and nothing else is
/// combined. \returns the nodes of that pass; none if there are no totals.
Result<std::vector<NodeId>> findFirstPass(const LoopContext &context,
                                          const LoopVerdict &verdict,
                                          const std::set<ir::ObjectId> &own) {
  if (verdict.totals.empty())
    return std::vector<NodeId>{};
  bool isAlone = verdict.reductions.empty() && verdict.selections.empty() &&
                 !verdict.writesErrno && verdict.inductions.empty() &&
                 std::none_of(verdict.privates.begin(), verdict.privates.end(),
                              [](const PrivateObject &object) {
                                return object.isConditional;
                              });
  std::optional<std::vector<NodeId>> pass;
  if (isAlone)
    pass = firstPass(context.model, verdict.totals, own);
  if (!pass)
    return scalarCarried(context.index, context.loop, RemarkId::ScalarCarried,
                         verdict.totals.front().object);
  return std::move(*pass);
}

LoopKind kindOf(const LoopVerdict &verdict) {
  if (!verdict.totals.empty())
    return LoopKind::Scan;
  return verdict.reductions.empty() && verdict.selections.empty()
             ? LoopKind::Doall
             : LoopKind::Reduction;
}

/// A verdict and what an attempt tells beside it.
struct Classified {
  Result<LoopVerdict> verdict;
  std::vector<LoopCut> cuts = {}; ///< if it is refused
  bool wantsCursors = false, tookPlaces = false;
};

/// Chunks of iterations at the same time: doall, reduction, scan.
/// Each step is cheaper than the next, and explains more plainly.
Classified classifyChunks(const LoopContext &context) {
  Result<EffectEvidence> effects = classifyEffects(context);
  if (const Remark *refused = refusalOf(effects))
    return {*refused};
  ScalarEvidence scalars;
  Refused refused = addScalars(context, scalars);
  Classified result{LoopVerdict{}};
  result.tookPlaces = !scalars.selected.empty();
  auto refuse = [&](Remark why) {
    result.verdict = std::move(why);
    return std::move(result);
  };
  if (refused)
    return refuse(std::move(*refused));
  AccessOutcome accesses = classifyAccesses(context, scalars);
  result.cuts = std::move(accesses.cuts);
  result.wantsCursors = accesses.wantsCursors;
  if (accesses.refused) {
    // An address that follows a running total: the total is what stands in the
    // way.
    if (!scalars.totals.empty() &&
        accesses.refused->id == RemarkId::NonAffineAccess)
      return refuse(scalarCarried(context.index, context.loop,
                                  RemarkId::ScalarCarried,
                                  scalars.totals.front().object));
    return refuse(std::move(*accesses.refused));
  }
  std::set<ir::ObjectId> own = std::move(accesses.found.own);
  if (Refused why =
          refuseOwnInWarmUp(context, {scalars.warmUp, scalars.inductions}, own,
                            accesses.found.ownRoots))
    return refuse(std::move(*why));
  Result<std::vector<EntryCondition>> ranges = rangeChecks(context);
  if (const Remark *why = refusalOf(ranges))
    return refuse(*why);
  LoopVerdict verdict = gatherVerdict(context.loop, std::move(scalars),
                                      std::move(accesses.found));
  append(verdict.conditions, std::get<0>(std::move(ranges)));
  verdict.writesErrno = std::get<EffectEvidence>(effects).writesErrno;
  Result<std::vector<NodeId>> pass = findFirstPass(context, verdict, own);
  if (const Remark *why = refusalOf(pass))
    return refuse(*why);
  verdict.firstPass = std::get<0>(std::move(pass));
  if (Refused why = refuseMissingClone(context, verdict))
    return refuse(std::move(*why));
  verdict.kind = kindOf(verdict);
  result.verdict = std::move(verdict);
  return result;
}

/// For the first iteration that ends the loop.
Classified classifyAsSearch(const LoopContext &context) {
  Result<SearchEvidence> found = classifySearch(context);
  if (const Remark *refused = refusalOf(found))
    return {*refused};
  Result<std::vector<EntryCondition>> ranges = rangeChecks(context);
  if (const Remark *refused = refusalOf(ranges))
    return {*refused};
  SearchEvidence &evidence = std::get<SearchEvidence>(found);
  LoopVerdict verdict;
  verdict.loop = context.loop;
  verdict.kind = LoopKind::Search;
  verdict.exits = std::move(evidence.exits);
  verdict.privates = std::move(evidence.privates);
  verdict.inductions = std::move(evidence.inductions);
  verdict.conditions = std::move(evidence.conditions);
  append(verdict.conditions, std::get<0>(std::move(ranges)));
  verdict.writesErrno = evidence.writesErrno;
  return {std::move(verdict)};
}

Classified classifyCounted(const Result<LoopContext> &counted) {
  if (const Remark *refused = refusalOf(counted))
    return {*refused};
  const LoopContext &context = std::get<LoopContext>(counted);
  return isSearch(context.program, context.loop) ? classifyAsSearch(context)
                                                 : classifyChunks(context);
}

LoopVerdict finish(const ProgramIndex &index, NodeId loop,
                   const AffineModel &model, Classified &classified) {
  if (LoopVerdict *verdict = std::get_if<LoopVerdict>(&classified.verdict)) {
    sortByObject(verdict->privates);
    verdict->remark = parallel(index.program(), *verdict);
    return std::move(*verdict);
  }
  LoopVerdict verdict;
  verdict.loop = loop;
  verdict.remark = std::get<Remark>(std::move(classified.verdict));
  explainCalls(index, model, verdict.remark);
  verdict.cuts = std::move(classified.cuts);
  return verdict;
}

} // namespace

AttemptResult classifyOnce(const ProgramIndex &index, NodeId loop,
                           const LoopOptions &options) {
  IslContext ctx;
  std::optional<AttemptResult> result =
      withIslBudget(ctx, options.islBudget, [&] {
        LoopModel model(index, ctx, loop, options);
        Classified classified =
            classifyCounted(contextOf(index, options, loop, model));
        AttemptResult attempt;
        attempt.verdict = finish(index, loop, model.values, classified);
        attempt.wants = {model.values.wantsRanges(),
                         model.values.hasOutsidePointers(),
                         classified.wantsCursors};
        attempt.tookPlaces = classified.tookPlaces;
        return attempt;
      });
  return result ? std::move(*result) : AttemptResult{};
}

} // namespace hocket::polyhedral
