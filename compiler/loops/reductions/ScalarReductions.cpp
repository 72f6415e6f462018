// SPDX-License-Identifier: Apache-2.0
//
// Recognizing reductions. The front end marks updates (`x = x op e`, `if (e >
// x) x = e`); here we check that nothing else touches x.

#include "loops/reductions/ScalarReductions.h"

#include "loops/reductions/UpdateTexts.h"

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::StmtId;

namespace {

ReductionObject describe(const ir::Update &update, const ir::Object &target) {
  ReductionObject result;
  result.object = target.id;
  result.name = target.name;
  result.op = update.op;
  result.keepsFirst = update.keepsFirst;
  result.type = update.type;
  result.isFloat = target.isFloat;
  result.isSigned = target.isSigned;
  result.bits = target.bits;
  return result;
}

} // namespace

std::optional<ReductionObject> findReduction(const ProgramIndex &index,
                                             const std::vector<StmtId> &stmts,
                                             ir::ObjectId object) {
  const ir::Object &target = index.program()[object];
  if (!target.isScalar || target.isPointer || target.isVolatile ||
      target.isThreadLocal)
    return std::nullopt;
  std::optional<ReductionObject> result;
  for (StmtId stmt : stmts) {
    const ir::Update *update = updateOf(index, stmt);
    std::vector<ReductionPlace> places;
    for (const EffectItem &item : index.itemsOf(stmt)) {
      if (!index.mayTouch(item, object))
        continue;
      if (!index.isWholeNamed(item, object) || !update ||
          !isTargetOf(index, *update, item))
        return std::nullopt;
      places.push_back({stmt, item.text, item.kind == ir::AccessKind::Write});
    }
    if (places.empty())
      continue;
    if (update->object != object || (result && result->op != update->op))
      return std::nullopt;
    if (!result)
      result = describe(*update, target);
    result->keepsFirst &= update->keepsFirst;
    // `s = s && x` leaves 0 or 1, but only if it runs.
    if (update->op == ir::UpdateOp::LogicalAnd ||
        update->op == ir::UpdateOp::LogicalOr)
      result->places.insert(result->places.end(), places.begin(), places.end());
  }
  return result;
}

} // namespace hocket::polyhedral
