// SPDX-License-Identifier: Apache-2.0
//
// What the statements below a node do, all of them together.
#pragma once

#include "analysis/Effects.h"
#include "analysis/objects/ObjectUnion.h"
#include "ir/Program.h"

#include <set>

namespace hocket::taskgraph {

/// The statement may read or write errno.
bool touchesErrno(const ir::Program &program, const analysis::Effects &effects,
                  ir::StmtId stmt);

/// Adds the objects that the node may write; hidden ones and callees' included;
/// but none in `without`.
void addWrites(const ir::Program &program, const analysis::Effects &effects,
               ir::NodeId node, const std::set<ir::ObjectId> &without,
               analysis::ObjectUnion &writes);

/// It may write more than those.
bool writesUnknown(const ir::Program &program, const analysis::Effects &effects,
                   ir::NodeId node);

} // namespace hocket::taskgraph
