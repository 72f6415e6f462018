// SPDX-License-Identifier: Apache-2.0
//
// Which statements run whenever their function does.
#pragma once

#include "ir/Program.h"

#include <functional>
#include <set>

namespace hocket::analysis {

/// A loop whose condition is constant and that nothing leaves.
bool isEndless(const ir::Program &program, ir::NodeId node);

/// The statements that run whenever the node is entered.
/// \param mayNotReturn whether a statement may not come back
std::set<ir::StmtId>
stmtsThatMustRun(const ir::Program &program, ir::NodeId node,
                 const std::function<bool(ir::StmtId)> &mayNotReturn);

} // namespace hocket::analysis
