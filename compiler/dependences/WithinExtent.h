// SPDX-License-Identifier: Apache-2.0
//
// Whether subscripts stay within the extents that their strides tell.
#pragma once

#include "symbolic/AffineModel.h"

#include <string>
#include <vector>

namespace hocket::polyhedral {

/// 0 <= subscript and subscript + size <= extent, wherever it is computed.
struct WithinExtent {
  Polynomial subscript;
  int64_t size = 1;
  Polynomial extent;
};

/// As text, which each model of the same root says alike.
std::string keyOf(const SymbolTable &symbols, const WithinExtent &one);

/// Of the subscripts of an access.
struct Limits {
  std::vector<WithinExtent> unproved;
  unsigned open = 0; ///< limits, two of each, that the access may be beyond
};

/// Adds `one` to what is not proved, unless it is.
/// \param runs { : the access happens }
/// \returns false if it never holds.
bool addLimits(AffineModel &model, const isl::set &runs, WithinExtent one,
               Limits &limits);

} // namespace hocket::polyhedral
