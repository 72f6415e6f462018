// SPDX-License-Identifier: Apache-2.0
//
// Cells of pointers, compared level by level from the innermost array of
// pointers outwards.

#include "dependences/Rows.h"

#include "symbolic/Alias.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;

std::string familyOf(const Root &root) {
  if (root.kind != Root::Kind::Row)
    return root.key;
  return "row " + familyOf(*root.cell->root);
}

/// Whatever the item falls on, one place in memory alone points there.
bool Rows::areHeldOnce(const EffectItem &item) const {
  const std::vector<char> &held = model_.index().effects().isHeldOnce;
  return !item.objects.unknown && !item.objects.ids.empty() &&
         std::all_of(item.objects.ids.begin(), item.objects.ids.end(),
                     [&](ir::ObjectId id) { return held[ir::index(id)] != 0; });
}

bool Rows::isTestable(const AffineModel &model, const Root &root) {
  return root.kind == Root::Kind::Row && isValid(root.at) &&
         root.cell->root->kind != Root::Kind::Row &&
         root.cell->root->kind != Root::Kind::Allocation &&
         model.isLinear(root.cell->poly);
}

bool Rows::areAssumable(const Root &a, const Root &b) const {
  return assumed_ && isTestable(model_, a) && isTestable(model_, b) &&
         familyOf(a) == familyOf(b);
}

bool Rows::areComparable(const MemoryAccess &a, const MemoryAccess &b) const {
  return areKnown(a, b) || areAssumable(*a.address->root, *b.address->root);
}

/// What analysis has found is enough.
bool Rows::areKnown(const MemoryAccess &a, const MemoryAccess &b) const {
  const Root &rootA = *a.address->root, &rootB = *b.address->root;
  return rootA.cell && rootB.cell && areHeldOnce(*a.item) &&
         areHeldOnce(*b.item) && cellsAreComparable(rootA, rootB);
}

/// It can be said when the cells of the two roots are the same.
bool Rows::cellsAreComparable(const Root &a, const Root &b) const {
  const Value &cellA = *a.cell, &cellB = *b.cell;
  if (!objectsMayMeet(model_.index(), *a.load, *b.load) ||
      rootsNeverMeet(model_, *cellA.root, *cellB.root))
    return true;
  if (!model_.isLinear(cellA.poly) || !model_.isLinear(cellB.poly))
    return false;
  if (cellA.root->key == cellB.root->key && cellA.root->kind != Root::Kind::Row)
    return true;
  return cellA.root->cell && cellB.root->cell && areHeldOnce(*a.load) &&
         areHeldOnce(*b.load) && cellsAreComparable(*cellA.root, *cellB.root);
}

/// Both cells are comparable.
isl::set Rows::sameCell(const Root &a, const Root &b) const {
  const Value &cellA = *a.cell, &cellB = *b.cell;
  if (!objectsMayMeet(model_.index(), *a.load, *b.load) ||
      rootsNeverMeet(model_, *cellA.root, *cellB.root))
    return isl::set::empty(model_.universe().space());
  isl::set defined =
      model_.instance(model_.definitions(cellA.poly), kFirst)
          .intersect(model_.instance(model_.definitions(cellB.poly), kSecond));
  isl::set same = model_.toIsl(cellA.poly, kFirst)
                      .eq_set(model_.toIsl(cellB.poly, kSecond))
                      .intersect(defined);
  if (cellA.root->key == cellB.root->key && cellA.root->kind != Root::Kind::Row)
    return same;
  return same.intersect(sameCell(*cellA.root, *cellB.root));
}

std::optional<isl::set> Rows::meeting(const MemoryAccess &a,
                                      const MemoryAccess &b) const {
  if (!areKnown(a, b)) {
    if (!areAssumable(*a.address->root, *b.address->root))
      return std::nullopt;
    assumed_->insert(familyOf(*a.address->root));
  }
  return sameCell(*a.address->root, *b.address->root);
}

} // namespace hocket::polyhedral
