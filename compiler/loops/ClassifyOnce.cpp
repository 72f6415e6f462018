// SPDX-License-Identifier: Apache-2.0
#include "loops/ClassifyOnce.h"

#include "loops/accesses/CalleeState.h"
#include "loops/accesses/ClassifyAccesses.h"
#include "loops/accesses/GatherVerdict.h"
#include "loops/accesses/RequiredChecks.h"
#include "loops/checks/KeptLoads.h"
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

/// What a called function names could be a chunk's own if it had a clone.
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
/// combined.
Result<ScanLoop> classifyScan(const LoopContext &context, bool writesErrno,
                              const ScalarEvidence &scalars,
                              const AccessEvidence &accesses) {
  bool isAlone = scalars.reductions.empty() && accesses.reductions.empty() &&
                 scalars.selections.empty() && !writesErrno &&
                 scalars.inductions.empty() &&
                 std::none_of(scalars.privates.begin(), scalars.privates.end(),
                              [](const PrivateObject &object) {
                                return object.isConditional;
                              });
  std::optional<std::vector<NodeId>> pass;
  if (isAlone)
    pass = firstPass(context.model, scalars.totals, accesses.own);
  if (!pass)
    return scalarCarried(context.index, context.loop, RemarkId::ScalarCarried,
                         scalars.totals.front().object);
  return ScanLoop{scalars.totals, std::move(*pass)};
}

/// Blocks of iterations whose updates are made in order; nothing if something
/// else is left to combine.
std::optional<PipelineLoop>
classifyOrdered(const LoopContext &context, const ScalarEvidence &scalars,
                const std::vector<ReductionObject> &reductions) {
  const ir::Program &program = context.program;
  const ir::Loop &loop = context.data();
  const ir::Exits &exits = program[loop.body].exits;
  bool isConditional = std::any_of(
      scalars.privates.begin(), scalars.privates.end(),
      [](const PrivateObject &object) { return object.isConditional; });
  bool canCombine = std::all_of(
      reductions.begin(), reductions.end(), [](const ReductionObject &r) {
        return !r.logged.empty() || (!r.isMemory() && r.places.empty());
      });
  if (!loop.counted || !loop.counted->isPlain || exits.byBreak ||
      exits.byReturn || exits.byGoto || isConditional || !canCombine ||
      !scalars.selections.empty() || !scalars.warmUp.empty())
    return std::nullopt;
  return PipelineLoop{{{{loop.body}, /*isOrdered=*/false}}, reductions};
}

/// Which kind of loop that makes.
Result<LoopVerdict::Of> kindOfChunks(const LoopContext &context,
                                     bool writesErrno,
                                     const ScalarEvidence &scalars,
                                     const AccessEvidence &accesses) {
  if (!scalars.totals.empty()) {
    Result<ScanLoop> scan =
        classifyScan(context, writesErrno, scalars, accesses);
    if (const Remark *refused = refusalOf(scan))
      return *refused;
    return LoopVerdict::Of(std::get<ScanLoop>(std::move(scan)));
  }
  ReductionLoop combined{scalars.reductions, scalars.selections};
  append(combined.reductions, accesses.reductions);
  auto isLogged = [](const ReductionObject &r) { return !r.logged.empty(); };
  auto logged = std::find_if(combined.reductions.begin(),
                             combined.reductions.end(), isLogged);
  if (logged != combined.reductions.end()) {
    if (std::optional<PipelineLoop> ordered =
            classifyOrdered(context, scalars, combined.reductions))
      return LoopVerdict::Of(std::move(*ordered));
    Remark remark =
        remarkFor(context.program, context.loop, RemarkId::FloatReduction);
    remark.args = {logged->name};
    return remark;
  }
  if (combined.reductions.empty() && combined.selections.empty())
    return LoopVerdict::Of(DoallLoop{});
  return LoopVerdict::Of(std::move(combined));
}

/// A verdict and what an attempt tells beside it.
struct Classified {
  Result<LoopVerdict> verdict;
  std::vector<LoopCut> cuts = {}; ///< if it is refused
  bool wantsMonotonic = false, tookPlaces = false;
  /// As in AccessEvidence, if what values rest on is tested.
  std::optional<std::vector<Base>> bases = {};
};

/// The verdict on chunks whose scalars and accesses are free.
Result<LoopVerdict> verdictOnChunks(const LoopContext &context,
                                    bool writesErrno, ScalarEvidence scalars,
                                    AccessEvidence accesses) {
  if (Refused refused =
          refuseOwnInWarmUp(context, {scalars.warmUp, scalars.inductions},
                            accesses.own, accesses.ownBases))
    return *refused;
  Result<std::vector<EntryCondition>> ranges = rangeChecks(context);
  if (const Remark *refused = refusalOf(ranges))
    return *refused;
  Result<LoopVerdict::Of> kind =
      kindOfChunks(context, writesErrno, scalars, accesses);
  if (const Remark *refused = refusalOf(kind))
    return *refused;
  LoopVerdict verdict =
      gatherVerdict(context.loop, std::move(scalars), std::move(accesses));
  verdict.of = std::get<LoopVerdict::Of>(std::move(kind));
  append(verdict.conditions, std::get<0>(std::move(ranges)));
  verdict.writesErrno = writesErrno;
  if (Refused refused = refuseMissingClone(context, verdict))
    return *refused;
  return verdict;
}

/// An address that follows a running total: the total is what stands in the
/// way.
Remark blameTotal(const LoopContext &context, const ScalarEvidence &scalars,
                  Remark remark) {
  if (scalars.totals.empty() || remark.id != RemarkId::NonAffineAccess)
    return remark;
  return scalarCarried(context.index, context.loop, RemarkId::ScalarCarried,
                       scalars.totals.front().object);
}

/// Whoever made the loop has proved it.
bool isIndependent(const LoopContext &context) {
  return context.data().tiles == ir::TileOrder::Independent;
}

/// Chunks of iterations at the same time: doall, reduction, scan.
/// Each step is cheaper than the next, and explains more plainly.
Classified classifyChunks(const LoopContext &context) {
  Result<EffectEvidence> effects = classifyEffects(context);
  if (const Remark *refused = refusalOf(effects))
    return {*refused};
  ScalarEvidence scalars;
  Refused refused = addScalars(context, scalars);
  bool tookPlaces = !scalars.selected.empty();
  if (refused)
    return {std::move(*refused), {}, false, tookPlaces};
  AccessOutcome accesses = isIndependent(context)
                               ? AccessOutcome{}
                               : classifyAccesses(context, scalars);
  Classified result{LoopVerdict{}, std::move(accesses.cuts),
                    accesses.wantsMonotonic, tookPlaces};
  if (!isIndependent(context))
    result.bases = accesses.found.bases;
  if (accesses.refused)
    result.verdict = blameTotal(context, scalars, std::move(*accesses.refused));
  else
    result.verdict =
        verdictOnChunks(context, std::get<EffectEvidence>(effects).writesErrno,
                        std::move(scalars), std::move(accesses.found));
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
  verdict.of = SearchLoop{std::move(evidence.exits)};
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
    verdict->remark = verdict->kind() == LoopKind::Pipeline
                          ? pipeline(index.program(), *verdict)
                          : parallel(index.program(), *verdict);
    return std::move(*verdict);
  }
  LoopVerdict verdict;
  verdict.loop = loop;
  verdict.remark = std::get<Remark>(std::move(classified.verdict));
  explainCalls(index, model, verdict.remark);
  verdict.of = SequentialLoop{false, false, std::move(classified.cuts)};
  return verdict;
}

} // namespace

AttemptResult classifyOnce(const ProgramIndex &index, NodeId loop,
                           const LoopOptions &options) {
  IslContext ctx;
  std::optional<LoopModel> model;
  std::optional<std::vector<Base>> bases;
  std::optional<AttemptResult> result =
      withIslBudget(ctx, options.islBudget, [&] {
        model.emplace(index, ctx, loop, options);
        Classified classified =
            classifyCounted(contextOf(index, options, loop, *model));
        AttemptResult attempt;
        attempt.verdict = finish(index, loop, model->values, classified);
        attempt.wants = {model->values.wantsRanges(),
                         model->values.hasOutsidePointers(),
                         classified.wantsMonotonic};
        attempt.tookPlaces = classified.tookPlaces;
        bases = std::move(classified.bases);
        return attempt;
      });
  if (!result)
    return {};
  // What is found out beside the verdict does not cost it its budget.
  if (bases && traitsOf(result->verdict->kind()).cutting == LoopCutting::Chunks)
    withIslBudget(ctx, options.islBudget, [&] {
      return result->verdict->keptLoads = keptLoads(model->values, *bases);
    });
  return std::move(*result);
}

} // namespace hocket::polyhedral
