// SPDX-License-Identifier: Apache-2.0
#include "loops/accesses/ClassifyAccesses.h"

#include "loops/accesses/AccessPairs.h"
#include "loops/accesses/RequiredChecks.h"

#include <algorithm>

namespace hocket::polyhedral {

namespace {

using Reductions = std::vector<MemoryReduction>;

/// What privatization found out is no reduction any more, nor is what only one
/// iteration does.
void addReductions(AccessAnalysis &analysis) {
  AccessEvidence &found = analysis.found;
  for (std::size_t i = analysis.scalars.selected.size();
       i < analysis.memory.size(); ++i) {
    const MemoryReduction &reduction = analysis.memory[i];
    const Base &base = *reduction.address.base;
    if (reduction.needsOrder ||
        (base.kind == Base::Kind::Object && found.own.contains(base.object)) ||
        found.ownBases.contains(base.key))
      continue;
    found.reductions.push_back(reduction.reduction);
    if (reduction.footprint)
      require(found.conditions, reduction.condition);
  }
}

void noteBases(AccessAnalysis &analysis) {
  for (const MemoryAccess &access : analysis.accesses)
    if (access.base && access.base->kind == Base::Kind::Loaded)
      analysis.found.bases.push_back(*access.base);
}

/// The first pair against the loop; who it is goes to `failed`.
Refused classifyPairs(AccessAnalysis &analysis, AccessOutcome &outcome) {
  const std::vector<MemoryAccess> &accesses = analysis.accesses;
  for (std::size_t i = 0; i < accesses.size(); ++i)
    for (std::size_t j = i; j < accesses.size(); ++j) {
      const MemoryAccess &a = accesses[i], &b = accesses[j];
      if (!a.isWrite() && !b.isWrite())
        continue;
      if (Refused refused = classifyPair(analysis, a, b)) {
        for (const MemoryAccess *access : {&a, &b})
          outcome.failed.emplace_back(access->stmt, *access->item);
        return refused;
      }
    }
  return std::nullopt;
}

/// With partial results for what `memory` says, beside selections.
AccessOutcome classifyWith(const LoopContext &context,
                           const ScalarEvidence &scalars,
                           const Reductions &memory) {
  AccessOutcome outcome;
  AccessAnalysis analysis(context, scalars, memory);
  if (context.options.followsMonotonic && !context.monotonic.hasFound()) {
    outcome.refused = Remark{}; // as without
    return outcome;
  }
  outcome.refused = classifyPairs(analysis, outcome);
  if (!outcome.refused) {
    addReductions(analysis);
    outcome.refused = makeChecks(analysis);
    noteBases(analysis);
  }
  outcome.found = std::move(analysis.found);
  outcome.cuts = std::move(analysis.cuts);
  outcome.wantsMonotonic = analysis.wantsMonotonic;
  return outcome;
}

/// A selection assigns its target.
bool isSelected(const ScalarEvidence &scalars,
                const MemoryReduction &reduction) {
  return std::any_of(scalars.selected.begin(), scalars.selected.end(),
                     [&](const MemoryReduction &place) {
                       const ReductionObject &r = reduction.reduction;
                       return placeOf(place.reduction, r.stmt, r.item) !=
                              nullptr;
                     });
}

bool isArray(const MemoryReduction &reduction) {
  return reduction.reduction.isArray();
}

/// Adds the reductions that the pair is about that was found against the loop.
/// \returns whether there are any.
bool addFailed(const AccessOutcome &outcome, const Reductions &all,
               Reductions &memory) {
  bool isAdded = false;
  for (const MemoryReduction &one : all) {
    const ReductionObject &reduction = one.reduction;
    bool isIn = std::any_of(
        memory.begin(), memory.end(), [&](const MemoryReduction &other) {
          return other.reduction.stmt == reduction.stmt &&
                 other.reduction.item.text.begin == reduction.item.text.begin;
        });
    bool isAsked = std::any_of(
        outcome.failed.begin(), outcome.failed.end(), [&](const auto &access) {
          return placeOf(reduction, access.first, access.second);
        });
    if (isIn || !isAsked)
      continue;
    memory.push_back(one);
    isAdded = true;
  }
  return isAdded;
}

/// More copies than at first, until the loop is free: not all arrays need them.
/// \returns the last outcome, which may be `first` itself.
AccessOutcome addCopies(const LoopContext &context,
                        const ScalarEvidence &scalars, const Reductions &all,
                        Reductions &memory, const AccessOutcome &first) {
  AccessOutcome last = first;
  while (last.refused && addFailed(last, all, memory)) {
    bool wantsMonotonic = last.wantsMonotonic;
    last = classifyWith(context, scalars, memory);
    last.wantsMonotonic |= wantsMonotonic;
  }
  return last;
}

} // namespace

AccessOutcome classifyAccesses(const LoopContext &context,
                               const ScalarEvidence &scalars) {
  Reductions all =
      findMemoryReductions(context.model, scalars.own, context.options);
  std::erase_if(
      all, [&](const MemoryReduction &r) { return isSelected(scalars, r); });
  Reductions memory = all;
  // Where data chooses the element, it mostly comes twice.
  std::erase_if(memory, [&](const MemoryReduction &r) {
    return isArray(r) && (!r.isByData || r.needsOrder);
  });
  AccessOutcome first = classifyWith(context, scalars, memory);
  // An index array without a value that comes twice has to be tested: copies
  // may save that.
  if (std::none_of(all.begin(), all.end(), isArray) ||
      (!first.refused && first.found.conditions.empty()))
    return first;
  AccessOutcome last = addCopies(context, scalars, all, memory, first);
  if (first.refused && !last.refused)
    return last;
  first.wantsMonotonic |= last.wantsMonotonic;
  Refused why = last.refused;
  if (memory.size() < all.size()) {
    AccessOutcome whole = classifyWith(context, scalars, all);
    bool isBetter = first.refused || whole.found.conditions.size() <
                                         first.found.conditions.size();
    whole.wantsMonotonic |= first.wantsMonotonic;
    if (!whole.refused && isBetter)
      return whole;
    first.wantsMonotonic = whole.wantsMonotonic;
    why = whole.refused;
  }
  // That the order of additions matters says more than what comes of it.
  if (first.refused && why && why->id == RemarkId::FloatReduction)
    first.refused = std::move(why);
  return first;
}

} // namespace hocket::polyhedral
