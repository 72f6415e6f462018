// SPDX-License-Identifier: Apache-2.0
#include "loops/reductions/Alternatives.h"

#include "loops/reductions/SafeToRun.h"

#include "ir/Tree.h"

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::StmtId;

namespace {

/// In the first page there is nothing to be read.
constexpr int64_t kPage = 4096;

/// It points into an object, or the condition has just read there.
bool isNoNull(AffineModel &model, const Value &pointer, StmtId condition) {
  if (pointer.base->kind == Base::Kind::Object)
    return true;
  for (const EffectItem &item : model.index().itemsOf(condition)) {
    if (!item.must || !item.via.empty())
      continue;
    std::optional<Value> address = model.addressOf(item, condition);
    if (!address || !address->base || address->base->key != pointer.base->key)
      continue;
    std::optional<Polynomial> distance =
        address->polynomial.minus(pointer.polynomial);
    if (distance && distance->isConstant() && distance->constantTerm() >= 0 &&
        distance->constantTerm() < kPage)
      return true;
  }
  return false;
}

/// The value stored is none for which the alternative holds.
bool isSomething(AffineModel &model, const ir::Selection &selection,
                 const ir::Access &access, StmtId stmt, StmtId condition) {
  std::optional<Value> stored;
  if (isValid(access.value))
    stored = model.valueAt(access.value, stmt);
  if (!stored)
    return false;
  if (stored->base)
    return selection.noneIs == 0 && isNoNull(model, *stored, condition);
  if (stored->wrapBits != 0 || !model.isLinear(stored->polynomial))
    return false;
  isl::pw_aff number = model.toIsl(stored->polynomial);
  isl::set none = selection.noneIs
                      ? number.eq_set(model.constant(*selection.noneIs))
                      : number.lt_set(model.constant(0));
  isl::set all = model.domain(model.index().nodeOf(stmt))
                     .set.intersect(model.definitions(stored->polynomial));
  return model.withTypeRanges(all.intersect(none)).is_empty();
}

/// What the branch stores in the variable that is asked is always something.
bool storesSomething(AffineModel &model, const ir::Branch &branch) {
  const ir::Program &program = model.program();
  const ir::Selection &selection = *branch.selection;
  uint32_t begin = selection.targets[*selection.none].text.begin;
  bool isStored = false;
  for (StmtId stmt : ir::allStmts(program, branch.thenNode))
    for (const ir::Access &access : program[stmt].accesses) {
      if (access.kind != ir::AccessKind::Write || access.text.begin != begin)
        continue;
      isStored = true;
      if (!isSomething(model, selection, access, stmt, branch.condition))
        return false;
    }
  return isStored;
}

} // namespace

bool isInText(const ir::TextRange &outer, const ir::TextRange &inner) {
  return outer.unit == inner.unit && outer.begin <= inner.begin &&
         inner.end <= outer.end;
}

bool isUsableAlternative(AffineModel &model, NodeId node) {
  const ir::Branch &branch = *model.program()[node].as<ir::Branch>();
  const ir::Selection &selection = *branch.selection;
  if (!selection.hasAlternative())
    return true;
  if (!storesSomething(model, branch))
    return false;
  // The key of what a chunk took by its alternative alone is read at its end.
  return !selection.hasKey() ||
         isSafeToRun(model, branch.condition, branch.condition,
                     [&](const EffectItem &item) {
                       return item.must || isInText(selection.key, item.text);
                     });
}

} // namespace hocket::polyhedral
