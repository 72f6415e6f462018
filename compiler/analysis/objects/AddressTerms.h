// SPDX-License-Identifier: Apache-2.0
//
// An address as base + constant + index terms.
#pragma once

#include "ir/Program.h"

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

} // namespace hocket::analysis
