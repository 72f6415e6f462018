// SPDX-License-Identifier: Apache-2.0
//
// The points at which a condition is true, or false.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// Superset of the points where the condition is (not) true.
Domain condition(ModelData &m, ir::ExprId id, Point point, bool truth);

} // namespace hocket::polyhedral
