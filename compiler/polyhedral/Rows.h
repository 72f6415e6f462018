// SPDX-License-Identifier: Apache-2.0
//
// Accesses through pointers that stand in memory: `m[i][j]`, `s[k].data[j]`,
// `t[i][j][k]`.
//
// The pointer's own address is the *cell*. Where analysis has found that no two
// places in memory hold pointers into one block (analysis/HeldOnce.h), and the
// model's root changes no cell, two accesses meet only if they go through the
// same cell; then their offsets decide. Cells that stand in rows themselves are
// compared the same way.
#pragma once

#include "polyhedral/Accesses.h"

#include <optional>
#include <string>

namespace hocket::polyhedral {

/// Roots whose offsets may be compared once their pointers are known to be the
/// same: the key, or for a Row that of its array of pointers.
std::string familyOf(const Root &root);

class Rows {
public:
  explicit Rows(AffineModel &model) : model_(model) {}

  /// Both go through pointers in memory, and `meeting` is known.
  bool areComparable(const MemoryAccess &a, const MemoryAccess &b) const;
  /// { : first instance of `a` and second of `b` go through the same cell }, or
  /// nothing if other cells may lead to the same memory, too.
  std::optional<isl::set> meeting(const MemoryAccess &a,
                                  const MemoryAccess &b) const;

private:
  bool areHeldOnce(const analysis::EffectItem &item) const;
  bool cellsAreComparable(const Root &a, const Root &b) const;
  isl::set sameCell(const Root &a, const Root &b) const;

  AffineModel &model_;
};

} // namespace hocket::polyhedral
