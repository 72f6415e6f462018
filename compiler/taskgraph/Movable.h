// SPDX-License-Identifier: Apache-2.0
//
// What stands in the way of parts of the tree that are to become tasks: their
// text moves into a function of its own, and their control may be replicated on
// every core.
#pragma once

#include "analysis/Effects.h"
#include "ir/Program.h"

#include <string>

namespace hocket::taskgraph {

/// Why the node's text cannot move into a function of its own, in words, jumps
/// aside; empty if it can.
std::string whyNotMoved(const ir::Program &program,
                        const analysis::Effects &effects, ir::NodeId node);

/// A declaration that the emitted text can turn into storage of the region and
/// an assignment.
bool isMovableDeclaration(const ir::Program &program, ir::StmtId stmt);

/// Every core could run the loop's or branch's control for itself, as far as
/// the shape of the node tells.
bool isExpandable(const ir::Program &program, ir::NodeId node);

} // namespace hocket::taskgraph
