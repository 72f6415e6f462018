// SPDX-License-Identifier: Apache-2.0
//
// What an access as written says about its own subscripts: in `a[i][j]`, j is
// within the inner array (C11 6.5.6p8; gcc relies on it too), so that rows do
// not meet although the address is one sum.
#pragma once

#include "symbolic/AffineModel.h"

namespace hocket::polyhedral {

/// { : every inner subscript of the access is within its array }, or nothing if
/// the text and the address do not show subscripts.
std::optional<isl::set> subscriptBounds(AffineModel &model,
                                        const analysis::EffectItem &item,
                                        ir::StmtId stmt);

} // namespace hocket::polyhedral
