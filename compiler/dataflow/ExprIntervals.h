// SPDX-License-Identifier: Apache-2.0
//
// The least and greatest value that an expression can have, from its types and
// operators: `h[x & 255]` has 256 elements to count in, whatever x is.
//
// One evaluator, whose ends are numbers or trees that the entry to a loop
// computes (checks/Interval.h). A variable that only its own name reaches has
// one of the values that are assigned to it (so no flow of control matters).
// For numbers, everything else has any value of its type, and what may leave
// its type wraps to any value of it. For checks, who asks says more
// (EntryValues), and that a value stays in its type is tested on entry.
#pragma once

#include "checks/Interval.h"
#include "dataflow/ProgramIndex.h"

#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace hocket::polyhedral {

/// What a check needs on entry. An attempt that fails is undone by taking it
/// back.
struct CheckNeeds {
  std::vector<CheckExpr> guards; ///< truth values, in order
  /// By address, as a statement has it.
  std::set<std::pair<ir::ExprId, ir::StmtId>> guardedLoads;
  std::vector<ir::ObjectId> uses; ///< variables, to find equal names
};

/// What the entry of a loop knows, for checks.
struct EntryValues {
  ir::NodeId root = ir::NodeId::None; ///< the loop
  /// What is known of an expression as the statement computes it, for all of
  /// the loop's iterations; or nothing.
  std::function<std::optional<Interval>(ir::ExprId, ir::StmtId, unsigned depth)>
      known;
  CheckNeeds &needs; ///< to be added to
};

/// The state of an evaluation; the steps are counted over all of them.
struct IntervalContext {
  const ProgramIndex &index;
  const EntryValues *entry = nullptr;  ///< null: numbers alone
  std::set<ir::ObjectId> pending = {}; ///< variables being looked at
  unsigned steps = 0;                  ///< of policy.loops.rangeSteps
};

/// All values that the statement's instances may compute.
/// \param stmt not needed for numbers
/// \returns nothing where that is wider than any object's size, or takes more
/// than policy.loops allows.
std::optional<Interval> exprInterval(IntervalContext &c, ir::ExprId expr,
                                     ir::StmtId stmt, unsigned depth = 0);

} // namespace hocket::polyhedral
