// SPDX-License-Identifier: Apache-2.0
//
// From expressions to polynomials over symbols.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// The value of the expression at the point; nothing if it cannot be told.
std::optional<Value> evaluate(ModelData &m, ir::ExprId id, Point point);

} // namespace hocket::polyhedral
