// SPDX-License-Identifier: Apache-2.0
//
// What a variable or a load holds at a point: an iterator, the value on entry
// of the root, or the value of the one assignment that reaches the point.
//
// The walk goes from the point upwards: through the earlier siblings of each
// enclosing block, and through enclosing loops and branches that leave the
// variable alone. An assignment found that way runs in the same iteration of
// every loop around it as the point, so its value can be taken there.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// The variable, an expression, at the point.
std::optional<Value> variable(ModelData &m, ir::ExprId id, Point point);

} // namespace hocket::polyhedral
