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
//
// Where that is not known, as with rows that are parts of one block, it may be
// assumed of the pointers in one array and tested on entry
// (loops/checks/RowTests.cpp).
#pragma once

#include "symbolic/Accesses.h"

#include <optional>
#include <set>
#include <string>

namespace hocket::polyhedral {

/// Roots whose offsets may be compared once their pointers are known to be the
/// same: the key, or for a Row that of its array of pointers.
std::string familyOf(const Base &base);

class Rows {
public:
  /// \param assumed families of which it may be assumed that no two cells hold
  /// pointers to common memory; each that is, is added. Null: of none.
  explicit Rows(AffineModel &model, std::set<std::string> *assumed = nullptr)
      : model_(model), assumed_(assumed) {}

  /// The base is a Row whose cell stands in no row itself, so that a test on
  /// entry can look at all cells.
  static bool isTestable(const AffineModel &model, const Base &base);

  /// Both go through pointers in memory, and `meeting` is known.
  bool areComparable(const MemoryAccess &a, const MemoryAccess &b) const;
  /// No two places point into the blocks that they go to.
  bool areHeldOnce(const MemoryAccess &a, const MemoryAccess &b) const;
  /// They go through different cells whatever the iterations, to blocks that no
  /// two places point into. Their offsets need not be known.
  bool areApart(const MemoryAccess &a, const MemoryAccess &b) const;
  /// { : first instance of `a` and second of `b` go through the same cell }, or
  /// nothing if other cells may lead to the same memory, too.
  std::optional<isl::set> overlapping(const MemoryAccess &a,
                                      const MemoryAccess &b) const;

private:
  bool areKnown(const MemoryAccess &a, const MemoryAccess &b) const;
  bool areAssumable(const Base &a, const Base &b) const;
  bool areHeldOnce(const analysis::EffectItem &item) const;
  bool haveOneRoot(const Base &a, const Base &b) const;
  bool cellsAreComparable(const Base &a, const Base &b) const;
  isl::set sameCell(const Base &a, const Base &b) const;

  AffineModel &model_;
  std::set<std::string> *assumed_;
};

} // namespace hocket::polyhedral
