// SPDX-License-Identifier: Apache-2.0
//
// Which functions can stand in the place of a call as text, and which calls
// they can stand in for.
#pragma once

#include "analysis/Effects.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hocket::inlining {

/// A call, and the node whose own statement makes it.
struct CallPlace {
  ir::NodeId node = ir::NodeId::None;
  ir::StmtId stmt = ir::StmtId::None;
  uint32_t site = 0;
};

/// Those of the nodes below `root`, in order of text.
std::vector<CallPlace> callsIn(const ir::Program &program, ir::NodeId root);

/// Empty if the function's body means the same in the place of a call, apart
/// from its returns and what names of the caller it could meet; else why not.
std::string whyNotInlinable(const ir::Program &program,
                            const analysis::Effects &effects,
                            ir::FunctionId function);

/// Empty if the statement can be run after the call's body, with the result in
/// the call's place; else why not.
std::string whyNotInPlace(const ir::Program &program, const CallPlace &place);

/// The arguments of a call that is written plainly.
std::vector<ir::TextRange> argumentsOf(const ir::Program &program,
                                       const ir::CallSite &site);

/// Names that the function declares: parameters and variables.
std::set<std::string_view> declaredNames(const ir::Program &program,
                                         ir::FunctionId function);

/// The function's text asks for types, so that a `const` matters.
bool asksForTypes(const ir::Program &program, ir::FunctionId function);

/// The function declares types, or functions, in its body.
bool declaresOtherThanVariables(const ir::Program &program,
                                ir::FunctionId function);

/// Names in the function that mean something outside it.
std::set<std::string_view> outerNames(const ir::Program &program,
                                      ir::FunctionId function);

} // namespace hocket::inlining
