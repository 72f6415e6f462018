// SPDX-License-Identifier: Apache-2.0
#include "polyhedral/reductions/SafeToRun.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::StmtId;

namespace {

/// Always within the declared object that it names.
bool isWithinObject(AffineModel &model, const EffectItem &item, StmtId stmt) {
  std::optional<Value> address = model.addressOf(item, stmt);
  if (!address || address->root->kind != Root::Kind::Object || item.size == 0 ||
      !model.isLinear(address->poly))
    return false;
  const ir::Object &object = model.program()[address->root->object];
  if (object.size < item.size || object.isVariablyModified)
    return false;
  isl::pw_aff offset = model.toIsl(address->poly);
  isl::set outside = offset.lt_set(model.constant(0))
                         .unite(offset.gt_set(model.constant(
                             static_cast<int64_t>(object.size - item.size))));
  isl::set runs = model.domain(model.index().nodeOf(stmt))
                      .set.intersect(model.definitions(address->poly));
  return model.withTypeRanges(runs.intersect(outside)).is_empty();
}

bool isReadBy(const ProgramIndex &index, StmtId guard, const EffectItem &item) {
  if (!isValid(guard))
    return false;
  const std::vector<EffectItem> &items = index.itemsOf(guard);
  return std::any_of(items.begin(), items.end(), [&](const EffectItem &other) {
    return other.must && other.address == item.address &&
           other.offset == item.offset && other.size == item.size &&
           isValid(item.address);
  });
}

} // namespace

bool isSafeToRun(AffineModel &model, StmtId stmt, StmtId guard) {
  const ProgramIndex &index = model.index();
  const ir::Program &program = model.program();
  const ir::Stmt &s = program[stmt];
  std::string_view text = program.text(s.text);
  if (!s.calls.empty() || s.isOpaque ||
      text.find_first_of("/%") != std::string_view::npos)
    return false;
  for (const EffectItem &item : index.itemsOf(stmt)) {
    ir::ObjectId named = index.namedObject(item);
    bool isVariable = isValid(named) && index.isWholeNamed(item, named) &&
                      program[named].isScalar;
    if (!isVariable && !isReadBy(index, guard, item) &&
        !isWithinObject(model, item, stmt))
      return false;
  }
  return true;
}

bool isSafeWithoutOrder(AffineModel &model, const ReductionObject &reduction) {
  if (reduction.op != ir::UpdateOp::LogicalAnd &&
      reduction.op != ir::UpdateOp::LogicalOr)
    return true;
  return std::all_of(reduction.places.begin(), reduction.places.end(),
                     [&](const ReductionPlace &place) {
                       return isSafeToRun(model, place.stmt);
                     });
}

} // namespace hocket::polyhedral
