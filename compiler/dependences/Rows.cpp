// SPDX-License-Identifier: Apache-2.0
//
// Cells of pointers, compared level by level from the innermost array of
// pointers outwards.

#include "dependences/Rows.h"

#include "symbolic/Alias.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;

std::string familyOf(const Base &base) {
  if (base.kind != Base::Kind::Row)
    return base.key;
  return "row " + familyOf(*base.cell->base);
}

/// Whatever the item falls on, one place in memory alone points there.
bool Rows::areHeldOnce(const EffectItem &item) const {
  const std::vector<char> &held = model_.index().effects().isHeldOnce;
  return !item.objects.unknown && !item.objects.ids.empty() &&
         std::all_of(item.objects.ids.begin(), item.objects.ids.end(),
                     [&](ir::ObjectId id) { return held[ir::index(id)] != 0; });
}

bool Rows::areHeldOnce(const MemoryAccess &a, const MemoryAccess &b) const {
  return a.base && b.base && a.base->cell && b.base->cell &&
         areHeldOnce(*a.item) && areHeldOnce(*b.item);
}

bool Rows::isTestable(const AffineModel &model, const Base &base) {
  return base.kind == Base::Kind::Row && isValid(base.at) &&
         base.cell->base->kind != Base::Kind::Row &&
         base.cell->base->kind != Base::Kind::Allocation &&
         model.isLinear(base.cell->polynomial);
}

bool Rows::areAssumable(const Base &a, const Base &b) const {
  return assumed_ && isTestable(model_, a) && isTestable(model_, b) &&
         familyOf(a) == familyOf(b);
}

bool Rows::areComparable(const MemoryAccess &a, const MemoryAccess &b) const {
  return areKnown(a, b) || areAssumable(*a.address->base, *b.address->base);
}

/// What analysis has found is enough. Asks for their bases alone.
bool Rows::areKnown(const MemoryAccess &a, const MemoryAccess &b) const {
  const Base &baseA = *a.base, &baseB = *b.base;
  return areHeldOnce(a, b) && cellsAreComparable(baseA, baseB);
}

/// Where the cells lie counts from the same place, or from different objects.
bool Rows::haveOneRoot(const Base &a, const Base &b) const {
  if (a.kind == Base::Kind::Row || b.kind == Base::Kind::Row)
    return false;
  return a.key == b.key ||
         (startsObject(model_.index(), a) && startsObject(model_.index(), b));
}

/// It can be said when the cells of the two bases are the same.
bool Rows::cellsAreComparable(const Base &a, const Base &b) const {
  const Value &cellA = *a.cell, &cellB = *b.cell;
  if (!objectsMayOverlap(model_.index(), *a.load, *b.load) ||
      basesAreDisjoint(model_, *cellA.base, *cellB.base))
    return true;
  if (!model_.isLinear(cellA.polynomial) || !model_.isLinear(cellB.polynomial))
    return false;
  if (haveOneRoot(*cellA.base, *cellB.base))
    return true;
  return cellA.base->cell && cellB.base->cell && areHeldOnce(*a.load) &&
         areHeldOnce(*b.load) && cellsAreComparable(*cellA.base, *cellB.base);
}

/// Both cells are comparable.
isl::set Rows::sameCell(const Base &a, const Base &b) const {
  const Value &cellA = *a.cell, &cellB = *b.cell;
  if (!objectsMayOverlap(model_.index(), *a.load, *b.load) ||
      basesAreDisjoint(model_, *cellA.base, *cellB.base))
    return isl::set::empty(model_.universe().space());
  isl::set defined =
      model_.instance(model_.definitions(cellA.polynomial), kFirst)
          .intersect(
              model_.instance(model_.definitions(cellB.polynomial), kSecond));
  isl::set same = model_.toIsl(cellA.polynomial, kFirst)
                      .eq_set(model_.toIsl(cellB.polynomial, kSecond))
                      .intersect(defined);
  if (haveOneRoot(*cellA.base, *cellB.base))
    return same; // of different objects, none is
  return same.intersect(sameCell(*cellA.base, *cellB.base));
}

bool Rows::areApart(const MemoryAccess &a, const MemoryAccess &b) const {
  return a.base && b.base && areKnown(a, b) &&
         sameCell(*a.base, *b.base).is_empty();
}

std::optional<isl::set> Rows::overlapping(const MemoryAccess &a,
                                          const MemoryAccess &b) const {
  if (!areKnown(a, b)) {
    if (!areAssumable(*a.address->base, *b.address->base))
      return std::nullopt;
    assumed_->insert(familyOf(*a.address->base));
  }
  return sameCell(*a.address->base, *b.address->base);
}

} // namespace hocket::polyhedral
