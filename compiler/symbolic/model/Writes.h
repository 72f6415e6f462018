// SPDX-License-Identifier: Apache-2.0
//
// Which variables a statement or node of the program may change, and whether a
// jump leads into it.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// The statement changes the object, its seen-through calls apart.
bool writesItself(const ModelData &m, ir::StmtId stmt, ir::ObjectId object);

/// The statement, or a call in it that is seen through.
bool stmtWrites(const ModelData &m, ir::StmtId stmt, ir::ObjectId object);

/// Some statement of the node.
bool nodeWrites(const ModelData &m, ir::NodeId node, ir::ObjectId object);

/// The loop changes the object after its init.
bool loopWrites(const ModelData &m, ir::NodeId loop, ir::ObjectId object);

/// A jump may lead into the node without its condition or earlier statements.
bool mayBeEnteredInside(const ModelData &m, ir::NodeId node);

/// Reads nothing but variables that the node leaves alone.
bool isUntouchedIn(const ModelData &m, ir::ExprId id, ir::NodeId node);

} // namespace hocket::polyhedral
