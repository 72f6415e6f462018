// SPDX-License-Identifier: Apache-2.0
#include "loops/search/ClassifySearch.h"

#include "dataflow/ScalarFlow.h"
#include "loops/context/LoopRemarks.h"
#include "loops/legality/Effects.h"
#include "loops/legality/Uses.h"
#include "loops/reductions/SafeToRun.h"
#include "loops/search/SafeReads.h"
#include "loops/search/SearchExits.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

/// Variables of the iterations' own, and those that move with their number.
Refused addSearchedScalars(const LoopContext &context, ScalarEvidence &found) {
  if (Refused refused = addCounters(context, found))
    return refused;
  for (ObjectId object : writtenScalars(context, found.own)) {
    if (found.own.contains(object))
      continue;
    if (!context.index.isNamedOnly(object))
      continue; // refuseUnsafe says so
    ScalarFlow flow(context.index, object);
    bool isLive = flow.isLiveAfter(context.loop);
    bool isFree = !isStartOf(context, object) &&
                  !flow.isExposed(context.loop) &&
                  (!isLive || flow.isWrittenEachIteration(context.loop));
    if (isFree) {
      found.add(PrivateObject{object, false, isLive, false});
      continue;
    }
    std::optional<InductionObject> induction = findInduction(context, object);
    if (!induction)
      return scalarCarried(context.index, context.loop, RemarkId::ScalarCarried,
                           object);
    found.add(*induction);
  }
  return std::nullopt;
}

/// The loops inside end, and no test moves what it counts while it looks for
/// something else, `n-- && a[n]`: there is no text for the one without the
/// other.
Refused refuseEndless(const LoopContext &context) {
  const ir::Program &program = context.program;
  const ir::Loop &data = context.data();
  const std::vector<ir::Access> &tested = program[data.condition].accesses;
  if (!data.search->until.empty() &&
      std::any_of(tested.begin(), tested.end(), [](const ir::Access &access) {
        return access.kind == ir::AccessKind::Write;
      }))
    return notCounted(context.index, context.loop);
  for (StmtId stmt : context.stmts)
    for (NodeId around : ir::loopsAround(program, context.index.nodeOf(stmt)))
      if (around != context.loop &&
          ir::isWithin(program, around, context.loop) &&
          !ir::runsOnce(program, around) && !context.model.loopShape(around))
        return earlyExit(program, context.loop, program[stmt].location,
                         "run a loop whose end is not known");
  return std::nullopt;
}

/// Adds what the entry has to test.
Refused refuseUnsafeStatement(const LoopContext &context,
                              const std::set<ObjectId> &own, StmtId stmt,
                              std::vector<EntryCondition> &conditions) {
  const ir::Program &program = context.program;
  const ProgramIndex &index = context.index;
  const ir::Stmt &s = program[stmt];
  auto unsafe = [&](const std::string &what) {
    return earlyExit(program, context.loop, s.location, what);
  };
  for (const ir::CallSite &call : s.calls)
    if (!index.seesThrough() || !call.isSeenThrough())
      return unsafe("call '" + std::string(program.text(call.text)) + "'");
  if (!dividesByConstants(program, s.text))
    return unsafe("divide by what may be zero");
  for (const EffectItem &item : index.itemsOf(stmt)) {
    ObjectId named = index.namedObject(item);
    bool isVariable = isValid(named) && index.isWholeNamed(item, named);
    bool isOwn = isValid(named) && own.contains(named);
    if (item.kind == ir::AccessKind::Write && !isOwn)
      return unsafe("write '" + textOf(program, item) + "'");
    if (isVariable)
      continue;
    std::optional<SafeRead> safe = findSafeRead(context, item, stmt);
    if (!safe)
      return unsafe((isOwn ? "use '" : "read '") + textOf(program, item) +
                    "', which may lie outside its object");
    if (safe->condition)
      require(conditions, std::move(*safe->condition));
  }
  return std::nullopt;
}

/// Nothing traps or is seen by others in iterations that do not run, and each
/// comes to its end.
Refused refuseUnsafe(const LoopContext &context, const std::set<ObjectId> &own,
                     std::vector<EntryCondition> &conditions) {
  if (Refused refused = refuseEndless(context))
    return refused;
  for (StmtId stmt : context.stmts)
    if (Refused refused = refuseUnsafeStatement(context, own, stmt, conditions))
      return refused;
  if (!context.model.assumptions().empty())
    return earlyExit(context.program, context.loop,
                     context.program[context.loop].location,
                     "depend on what its end writes");
  return std::nullopt;
}

/// The loop with what its chunks run: all but what ends it.
LoopContext withoutExits(const LoopContext &counted,
                         const std::vector<NodeId> &exits) {
  LoopContext context = counted;
  std::erase_if(context.stmts, [&](StmtId stmt) {
    return std::any_of(exits.begin(), exits.end(), [&](NodeId exit) {
      return ir::isWithin(context.program, context.index.nodeOf(stmt), exit);
    });
  });
  return context;
}

} // namespace

Result<SearchEvidence> classifySearch(const LoopContext &counted) {
  std::optional<std::vector<NodeId>> exits =
      findExits(counted.program, counted.loop);
  if (!exits)
    return notCounted(counted.index, counted.loop);
  LoopContext context = withoutExits(counted, *exits);
  Result<EffectEvidence> effects = classifyEffects(context);
  if (const Remark *refused = refusalOf(effects))
    return *refused;
  ScalarEvidence scalars;
  if (Refused refused = addSearchedScalars(context, scalars))
    return *refused;
  SearchEvidence found;
  if (Refused refused = refuseUnsafe(context, scalars.own, found.conditions))
    return *refused;
  found.exits = std::move(*exits);
  found.privates = std::move(scalars.privates);
  found.inductions = std::move(scalars.inductions);
  found.writesErrno = std::get<EffectEvidence>(effects).writesErrno;
  return found;
}

} // namespace hocket::polyhedral
