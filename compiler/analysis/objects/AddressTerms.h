// SPDX-License-Identifier: Apache-2.0
//
// An address as base + constant + index terms.
#pragma once

#include "ir/Program.h"

#include <optional>
#include <vector>

namespace hocket::analysis {

/// The value is the sum of all bases (one, in a pointer of C), delta,
/// and multiples of stride that the rest makes (stride 0: no rest).
struct AddressTerms {
  std::vector<ir::ExprId> bases; ///< pointers with factor 1
  std::vector<ir::ExprId> rest;  ///< every other operand that is no constant
  int64_t delta = 0;
  uint64_t stride = 0;
};

AddressTerms splitAddress(const ir::Program &program, ir::ExprId expr);

/// The value is at least base + least and at most base + greatest, in bytes:
/// subscripts stay within the arrays that are named, `p->row[i]`.
struct AddressRange {
  ir::ExprId base = ir::ExprId::None; ///< neither a sum nor a difference
  int64_t least = 0, greatest = 0;
  static constexpr int64_t unbounded = INT64_MAX;

  bool isPoint() const { return least == greatest; }
};

/// Nothing where a step may be of any size.
std::optional<AddressRange> addressRange(const ir::Program &program,
                                         ir::ExprId expr);

/// The same, but the last array of a struct, which may have more elements than
/// it says, makes the greatest `unbounded`.
std::optional<AddressRange> openAddressRange(const ir::Program &program,
                                             ir::ExprId expr);

} // namespace hocket::analysis
