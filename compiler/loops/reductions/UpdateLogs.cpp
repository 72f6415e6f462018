// SPDX-License-Identifier: Apache-2.0
#include "loops/reductions/UpdateLogs.h"

#include "loops/reductions/UpdateTexts.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ObjectId;
using ir::StmtId;
using ir::UpdateOp;

namespace {

/// `x += 1` names its target once, as read and as written.
void addPlace(std::vector<ReductionPlace> &places, StmtId stmt,
              const EffectItem &item) {
  bool isWrite = item.kind == ir::AccessKind::Write;
  for (ReductionPlace &place : places)
    if (place.stmt == stmt && place.text.begin == item.text.begin &&
        place.text.end == item.text.end) {
      place.isWritten |= isWrite;
      return;
    }
  places.push_back({stmt, item.text, isWrite});
}

/// Every lvalue of the updates of a variable.
std::vector<ReductionPlace> placesOf(const ProgramIndex &index,
                                     const std::vector<StmtId> &stmts,
                                     ObjectId object) {
  std::vector<ReductionPlace> places;
  for (StmtId stmt : stmts)
    for (const EffectItem &item : index.itemsOf(stmt))
      if (index.mayTouch(item, object))
        addPlace(places, stmt, item);
  return places;
}

/// What the update's value calls makes another update of the same target: a log
/// that is full there would leave with a record that is not finished.
bool isNested(const ProgramIndex &index,
              const std::vector<ReductionPlace> &places,
              const ReductionPlace &outer) {
  const ir::Program &program = index.program();
  for (const ir::CallSite &site : program[outer.stmt].calls)
    if (isValid(site.copy))
      for (const ReductionPlace &place : places)
        if (ir::isWithin(program, index.nodeOf(place.stmt), site.copy))
          return true;
  return false;
}

bool isLoggable(UpdateOp op) {
  return op == UpdateOp::Add || op == UpdateOp::Mul || op == UpdateOp::And ||
         op == UpdateOp::Or || op == UpdateOp::Xor;
}

} // namespace

std::optional<ReductionObject> byLog(const ProgramIndex &index,
                                     const std::vector<StmtId> &stmts,
                                     ReductionObject reduction,
                                     const LoopOptions &options) {
  if (!isLoggable(reduction.op) || reduction.bits == 1 ||
      (reduction.isFloat && options.hasExcess))
    return std::nullopt;
  if (!reduction.isMemory())
    reduction.places = placesOf(index, stmts, reduction.object);
  std::string type;
  for (const ReductionPlace &place : reduction.places) {
    const ir::Update *update = updateOf(index, place.stmt);
    // Called functions that update a place in memory have clones for it.
    bool isElsewhere = index.isCopy(place.stmt) &&
                       (!reduction.isMemory() || !canRename(index, place.stmt));
    if (!update || isElsewhere || update->computed.empty() ||
        isNested(index, reduction.places, place) ||
        (!type.empty() && update->computed != type) ||
        (options.mayFuse && reduction.isFloat && update->takesProduct))
      return std::nullopt;
    type = update->computed;
  }
  if (type.empty())
    return std::nullopt;
  reduction.logged = type;
  return reduction;
}

} // namespace hocket::polyhedral
