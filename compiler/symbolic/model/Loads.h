// SPDX-License-Identifier: Apache-2.0
//
// Values in memory. A load of what the root does not change is a parameter if
// its address stays the same, and an Element if the address varies: `idx[i]` is
// one unknown for each i, but the same one wherever it is read again.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// A load is a parameter if its address and what is there stay the same, an
/// element if only what is there does; a pointer is then still a base to
/// compare with.
std::optional<Value> loaded(ModelData &m, ir::ExprId id, Point point);

/// See AffineModel.
isl::set sameElements(const ModelData &m, const isl::set &set);

} // namespace hocket::polyhedral
