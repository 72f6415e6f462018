// SPDX-License-Identifier: Apache-2.0
//
// What a variable holds on entry of the root, and what a statement, or a block
// of them, leaves in it.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// The variable, an expression, as it is when the root is entered.
std::optional<Value> entryValue(ModelData &m, ir::ExprId id, Point point);

/// The value that the statement leaves in the object, which it writes.
std::optional<Value> definedBy(ModelData &m, ir::StmtId id, ir::NodeId node,
                               ir::ObjectId object);

/// The value that `sibling`, which writes the object, leaves in it.
std::optional<Value> definitionIn(ModelData &m, ir::NodeId sibling,
                                  ir::ObjectId object);

} // namespace hocket::polyhedral
