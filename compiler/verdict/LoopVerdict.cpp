// SPDX-License-Identifier: Apache-2.0
//
// What follows from a verdict.

#include "verdict/LoopVerdict.h"

#include <algorithm>

namespace hocket::polyhedral {

std::vector<ir::ObjectId> SelectionObject::objects() const {
  std::vector<ir::ObjectId> all;
  for (const ir::SelectionTarget &target : selection.targets)
    if (!target.isMemory())
      all.push_back(target.object);
  return all;
}

std::string SelectionObject::nameOf(const ir::Program &program,
                                    std::size_t target) const {
  ir::ObjectId object = selection.targets[target].object;
  return isValid(object) ? program[object].name : places[target].name;
}

bool LoopVerdict::needsCombine() const {
  return kind == LoopKind::Search || !reductions.empty() ||
         !selections.empty() || !totals.empty() || writesErrno ||
         std::any_of(
             inductions.begin(), inductions.end(),
             [](const InductionObject &i) { return i.needsLastValue; }) ||
         std::any_of(
             privates.begin(), privates.end(),
             [](const PrivateObject &object) { return object.isConditional; });
}

const ReductionPlace *placeOf(const std::vector<ReductionPlace> &places,
                              ir::StmtId stmt,
                              const analysis::EffectItem &item) {
  if (!item.via.empty() || !isValid(item.text.unit))
    return nullptr;
  for (const ReductionPlace &place : places)
    if (place.stmt == stmt && place.text.begin == item.text.begin &&
        place.text.end == item.text.end)
      return &place;
  return nullptr;
}

ir::CloneNeeds cloneNeeds(const LoopVerdict &verdict) {
  ir::CloneNeeds needs;
  for (const PrivateObject &object : verdict.privates)
    if (!object.isLocalToBody)
      needs.renamed.insert(object.object);
  for (const ReductionObject &reduction : verdict.reductions)
    for (const ReductionPlace &place : reduction.places)
      needs.changed.insert(place.stmt);
  for (const SelectionObject &selection : verdict.selections)
    for (const SelectedPlace &assigned : selection.places)
      for (const ReductionPlace &place : assigned.places)
        needs.changed.insert(place.stmt);
  return needs;
}

} // namespace hocket::polyhedral
