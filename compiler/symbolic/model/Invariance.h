// SPDX-License-Identifier: Apache-2.0
//
// Expressions that keep their value while a loop runs.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// Every variable and load in the expression keeps its value while the loop
/// runs.
bool isInvariantIn(ModelData &m, ir::ExprId id, ir::NodeId loop);

} // namespace hocket::polyhedral
