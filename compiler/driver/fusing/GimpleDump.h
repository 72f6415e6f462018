// SPDX-License-Identifier: Apache-2.0
//
// Reads what gcc writes with -fdump-tree-optimized-raw-lineno: which
// floating-point sums and products are left of each place of the text, in all
// copies of them (vectors, remainders, what is peeled, unrolled or inlined),
// and which are fused operations.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <compare>
#include <map>
#include <optional>
#include <set>

namespace hocket::driver {

/// Both count from 1, columns in bytes.
struct TextPlace {
  unsigned line = 0, column = 0;
  auto operator<=>(const TextPlace &) const = default;
};

struct OperationCounts {
  unsigned sums = 0;
  unsigned products = 0;
  unsigned fused = 0; ///< a sum and a product in one
};

/// What is left of the text.
class GimpleOperations {
public:
  /// All copies of what stands there. Nothing: there may be more.
  std::optional<OperationCounts> at(const TextPlace &place) const;

  std::map<TextPlace, OperationCounts> counts;
  /// Lines that are in functions in which some operation has no place. It may
  /// be a copy of any that is near one of them.
  std::set<unsigned> doubtfulLines;
  bool isDoubtful = false; ///< one may be a copy of any at all
};

GimpleOperations readGimpleDump(llvm::StringRef dump);

} // namespace hocket::driver
