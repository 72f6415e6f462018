// SPDX-License-Identifier: Apache-2.0
//
// Copies the body of one called function below its call: private to
// SeeThroughCalls. First the callee's parameters are declared with the
// arguments, then comes the body (BodyCopier.h).
#pragma once

#include "ir/CallInstance.h"

namespace hocket::analysis {

/// Every argument can be said, each has its parameter, and the types fit.
/// \param call of a function with a body, by name
bool canCopy(const ir::Program &program, const ir::CallInstance &call);

/// Makes the copy, the last child of the Block `parent`: a Block, or for a call
/// that need not happen a Branch around it. The call site names it.
/// \param call one that canCopy
/// \returns the call with its copy, its result and what stands for the callee's
/// variables and nodes
ir::CallInstance copyCall(ir::Program &program, ir::CallInstance call,
                          ir::NodeId parent);

} // namespace hocket::analysis
