// SPDX-License-Identifier: Apache-2.0
//
// What follows from a verdict.

#include "verdict/LoopVerdict.h"

#include <algorithm>
#include <iterator>
#include <type_traits>

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

#define LOOP_KIND(name, ...)                                                   \
  static_assert(                                                               \
      std::is_same_v<name##Loop,                                               \
                     std::variant_alternative_t<size_t(LoopKind::name),        \
                                                LoopVerdict::Of>>);
#include "verdict/LoopKinds.def"

const LoopTraits &traitsOf(LoopKind kind) {
  static constexpr LoopTraits all[] = {
#define LOOP_KIND(name, dump, report, cut, combines, looksAhead)               \
  {dump, report, LoopCutting::cut, combines, looksAhead},
#include "verdict/LoopKinds.def"
  };
  static_assert(std::size(all) == std::variant_size_v<LoopVerdict::Of>);
  return all[static_cast<std::size_t>(kind)];
}

namespace {

/// A field of the verdict's kind, or an empty list.
template <typename Loop, typename Element>
const std::vector<Element> &listOf(const LoopVerdict &verdict,
                                   std::vector<Element> Loop::*field) {
  static const std::vector<Element> none;
  const Loop *loop = std::get_if<Loop>(&verdict.of);
  return loop ? loop->*field : none;
}

} // namespace

const std::vector<ReductionObject> &LoopVerdict::reductions() const {
  return listOf(*this, &ReductionLoop::reductions);
}
const std::vector<SelectionObject> &LoopVerdict::selections() const {
  return listOf(*this, &ReductionLoop::selections);
}
const std::vector<ReductionObject> &LoopVerdict::totals() const {
  return listOf(*this, &ScanLoop::totals);
}
const std::vector<ir::NodeId> &LoopVerdict::firstPass() const {
  return listOf(*this, &ScanLoop::firstPass);
}
const std::vector<ir::NodeId> &LoopVerdict::exits() const {
  return listOf(*this, &SearchLoop::exits);
}
const std::vector<PipelineStage> &LoopVerdict::stages() const {
  return listOf(*this, &PipelineLoop::stages);
}
const std::vector<ReductionObject> &LoopVerdict::ordered() const {
  return listOf(*this, &PipelineLoop::ordered);
}
const std::vector<LoopCut> &LoopVerdict::cuts() const {
  return listOf(*this, &SequentialLoop::cuts);
}

bool LoopVerdict::isDoacross() const {
  const SequentialLoop *loop = std::get_if<SequentialLoop>(&of);
  return loop && loop->isDoacross;
}

bool LoopVerdict::isUndecided() const {
  const SequentialLoop *loop = std::get_if<SequentialLoop>(&of);
  return loop && loop->isUndecided;
}

bool LoopVerdict::needsCombine() const {
  return traits().combines || writesErrno ||
         std::any_of(
             inductions.begin(), inductions.end(),
             [](const InductionObject &i) { return i.isLastprivate; }) ||
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
  for (const auto *all : {&verdict.reductions(), &verdict.ordered()})
    for (const ReductionObject &reduction : *all)
      for (const ReductionPlace &place : reduction.places)
        needs.changed.insert(place.stmt);
  for (const SelectionObject &selection : verdict.selections())
    for (const SelectedPlace &assigned : selection.places)
      for (const ReductionPlace &place : assigned.places)
        needs.changed.insert(place.stmt);
  return needs;
}

} // namespace hocket::polyhedral
