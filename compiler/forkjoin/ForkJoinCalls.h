// SPDX-License-Identifier: Apache-2.0
//
// Functions that divide their work and call themselves for the parts, where
// the parts can run at the same time.
//
// A *group* are statements that follow each other and hold two or more such
// calls; some may stand under an `if` that asks for variables alone. All
// conditions and arguments are evaluated first; then the calls run in any
// order, on any core; then the statements, with the calls' results in their
// places. That
// gives what the program as written gives if
// - the calls do not conflict with each other: none writes what another one
//   touches, and each comes back;
// - nothing in the group's statements beside the calls can be seen by a call or
//   by the arguments of a later one: the statements write variables alone that
//   nothing leads to but their names, and that no later argument names.
//
// Needs: Program and Effects. Promises: the above, for every group found. What
// the function is called with from outside says nothing about its parts; so
// whether to divide is decided at run time (hocket/abi_divide.h).
#pragma once

#include "analysis/Effects.h"
#include "ir/CallInstance.h"
#include "ir/Program.h"
#include "support/Remarks.h"

#include <vector>

namespace hocket::polyhedral {

struct ForkJoinGroup {
  /// Leaves, Branches around one, or a Jump, in order of text; several leaves
  /// of one declaration have the same text.
  std::vector<ir::NodeId> nodes;
  std::vector<ir::CallPoint> calls; ///< in order of text
  /// By call: under which condition it is made; empty: always.
  std::vector<ir::TextRange> conditions;
  bool hasDeclaration = false;
};

struct ForkJoinFunction {
  ir::FunctionId function = ir::FunctionId::None;
  std::vector<ForkJoinGroup> groups;
  /// Calls from outside the function, in its unit and after it, that can be
  /// made calls of something else.
  std::vector<ir::CallPoint> entries;
  Remark remark{};
};

/// Those with at least one group and one entry, in order of function. Functions
/// that divide their work but keep to one core get a remark, too.
struct ForkJoinCalls {
  std::vector<ForkJoinFunction> functions;
  std::vector<Remark> remarks;
};

/// \param islBudget operations of isl for each function; after them its calls
/// stay in order, and the remark says so.
ForkJoinCalls findForkJoinCalls(const ir::Program &program,
                                const analysis::Effects &effects,
                                unsigned long islBudget);

} // namespace hocket::polyhedral
