// SPDX-License-Identifier: Apache-2.0
//
// Run-time checks: what could not be proved of a loop, but can be seen when the
// program gets there. The emitted program evaluates them on entry to a region;
// where one fails, the sequential version runs. Plain data.
#pragma once

#include "checks/CheckExpr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hocket::polyhedral {

/// Must hold on entry to the loop for its kind to hold: the bytes reached from
/// one base pointer do not meet those from another. Offsets are in bytes
/// relative to the base's value, over variables that the loop does not change.
/// `lo` inclusive, `hi` exclusive.
struct AliasCheck {
  struct Side {
    CheckExpr base; ///< a pointer: Variable, AddressOf or Load
    CheckExpr lo, hi;
    /// Evaluated first: the loop makes the loads of the others.
    CheckExpr guard = truth(true);

    /// All of them, for variablesOf and memoryReadBy.
    std::vector<const CheckExpr *> trees() const {
      return {&guard, &base, &lo, &hi};
    }
  };
  enum class Test : uint8_t {
    Ranges, ///< they have no byte in common
    Starts, ///< the bases differ, both of which are where objects start
    Either, ///< one of the two
  };
  Side first, second;
  Test test = Test::Ranges; ///< Starts: `lo` and `hi` are 0 and 1
};

/// Anything else that must hold on entry to the loop for its kind to hold, over
/// variables that the loop does not change. The entry evaluates it once, before
/// the loop; so it must not read through a pointer that the loop would not
/// read, unless it has asked whether that can be read: a test with loads is
/// evaluated only where the loop surely is reached, and has to see for itself
/// to iterations that do not come (SureLoads.cpp).
struct EntryCondition {
  CheckExpr test;      ///< a truth value
  std::string meaning; ///< for people: "'perm' holds no value twice"
  /// It asks what is mapped: nothing in the region may give memory back.
  bool isOfMapping = false;
  /// What the entry evaluates beside the test, if that holds: the extent of
  /// copies. It has to have the same value there as at the loop.
  std::vector<CheckExpr> extent = {};

  /// As AliasCheck::Side::trees.
  std::vector<const CheckExpr *> trees() const {
    std::vector<const CheckExpr *> all = {&test};
    for (const CheckExpr &end : extent)
      all.push_back(&end);
    return all;
  }
};

} // namespace hocket::polyhedral
