// SPDX-License-Identifier: Apache-2.0
//
// Run-time checks: what could not be proved of a loop, but can be seen when the
// program gets there. The emitted program evaluates them on entry to a region;
// where one fails, the sequential version runs. Plain data.
#pragma once

#include "analysis/Effects.h"
#include "ir/Program.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace hocket::polyhedral {

/// Must hold on entry to the loop for its kind to hold: the bytes reached from
/// one base pointer do not meet those from another. Offsets are C expressions
/// in bytes relative to the base's value, over variables that the loop does not
/// change; they are evaluated in wide signed arithmetic. `lo` inclusive, `hi`
/// exclusive.
struct RangeCheck {
  struct Side {
    std::string base; ///< C text of the pointer, as in "a" or "s->data"
    std::vector<ir::ObjectId> uses; ///< variables that base, lo and hi name
    std::string lo, hi;
    /// Truth value, evaluated first: the loop makes the loads of the others.
    std::string guard = "1";
    /// They read memory through pointers, of these objects.
    bool readsMemory = false;
    analysis::ObjectSet reads;
  };
  Side first, second;
};

/// Stable text: "a + [0, 8 * n) apart from b + [0, 8 * n)".
void print(const RangeCheck &check, llvm::raw_ostream &out);

/// Anything else that must hold on entry to the loop for its kind to hold, as
/// C text over variables that the loop does not change. The entry evaluates it
/// once, before the loop; so it must not read through a pointer that the loop
/// would not read: a text with loads is evaluated only where the loop surely
/// is reached, and has to see for itself to iterations that do not come
/// (SureLoads.cpp).
struct EntryCondition {
  /// A C expression, true if it holds. "@" stands for the prefix of the names
  /// in hocket/abi.h, as in "@is_monotonic(rp, n, 4, -4)".
  std::string text;
  std::string meaning;            ///< for people: "'perm' holds no value twice"
  std::vector<ir::ObjectId> uses; ///< variables that the text names
  /// It reads memory through pointers, of these objects.
  bool readsMemory = false;
  analysis::ObjectSet reads;
  /// It asks what is mapped: nothing in the region may give memory back.
  bool isOfMapping = false;
};

} // namespace hocket::polyhedral
