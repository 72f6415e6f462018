// SPDX-License-Identifier: Apache-2.0
//
// What an access as written says about its own subscripts (C11 6.5.6p8; gcc
// relies on it too). In `a[i][j]`, j is within the inner array, so that rows do
// not meet although the address is one sum; in `p[i].member[j]`, within the
// member, so that neither structs nor members beside each other do.
#pragma once

#include "symbolic/AffineModel.h"

namespace hocket::polyhedral {

/// A subscript times the size of its elements: 0 <= bytes < extent.
struct BoundedPart {
  Polynomial bytes;
  int64_t extent = 0;

  bool operator==(const BoundedPart &) const = default;
};

struct SubscriptBounds {
  /// { : every subscript of the access that is known to be of an array is
  /// within that }, or nothing if there is none.
  std::optional<isl::set> within;
  /// Those of arrays of declared length, innermost first; `within` says so.
  std::vector<BoundedPart> parts;
};

SubscriptBounds subscriptBounds(AffineModel &model,
                                const analysis::EffectItem &item,
                                ir::StmtId stmt);

} // namespace hocket::polyhedral
