// SPDX-License-Identifier: Apache-2.0
//
// Recognizing reductions. The front end marks updates (`x = x op e`, `if (e >
// x) x = e`); here we check that nothing else touches x.

#include "polyhedral/Reductions.h"

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::StmtId;

namespace {

/// The update that a statement is part of: its own, or that of a branch.
const ir::Update *updateOf(const ProgramIndex &index, StmtId stmt) {
  const ir::Program &program = index.program();
  if (program[stmt].update)
    return &*program[stmt].update;
  for (ir::NodeId node = index.nodeOf(stmt); isValid(node);
       node = program[node].parent) {
    const ir::Branch *branch = program[node].as<ir::Branch>();
    if (branch && branch->update)
      return &*branch->update;
    if (program[node].as<ir::Loop>())
      return nullptr;
  }
  return nullptr;
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
    bool touches = false;
    for (const EffectItem &item : index.itemsOf(stmt)) {
      if (!index.mayTouch(item, object))
        continue;
      if (!index.isWholeNamed(item, object) || !item.via.empty())
        return std::nullopt;
      touches = true;
    }
    if (!touches)
      continue;
    const ir::Update *update = updateOf(index, stmt);
    if (!update || update->object != object ||
        (result && result->op != update->op))
      return std::nullopt;
    bool keepsFirst = update->keepsFirst && (!result || result->keepsFirst);
    result = ReductionObject{object, update->op, target.isFloat, keepsFirst,
                             update->type};
  }
  return result;
}

} // namespace hocket::polyhedral
