// SPDX-License-Identifier: Apache-2.0
//
// Recognizing reductions. The front end marks updates (`x = x op e`, `if (e >
// x) x = e`); here we check that nothing else touches x.

#include "polyhedral/reductions/ScalarReductions.h"

#include "polyhedral/reductions/UpdateTexts.h"

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::StmtId;

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
    bool touches = false;
    for (const EffectItem &item : index.itemsOf(stmt)) {
      if (!index.mayTouch(item, object))
        continue;
      if (!index.isWholeNamed(item, object) || !update ||
          !isTargetOf(index, *update, item))
        return std::nullopt;
      touches = true;
    }
    if (!touches)
      continue;
    if (update->object != object || (result && result->op != update->op))
      return std::nullopt;
    bool keepsFirst = update->keepsFirst && (!result || result->keepsFirst);
    result = ReductionObject{};
    result->object = object;
    result->name = target.name;
    result->op = update->op;
    result->keepsFirst = keepsFirst;
    result->type = update->type;
    result->isFloat = target.isFloat;
    result->isSigned = target.isSigned;
    result->bits = target.bits;
  }
  return result;
}

} // namespace hocket::polyhedral
