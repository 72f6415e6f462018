// SPDX-License-Identifier: Apache-2.0
//
// Interval arithmetic whose ends are trees for the entry to compute: a number
// where they fold (checks/CheckExpr.h).
//
// Each iterator runs between the extremes of its bounds; what the model knows
// as a polynomial has the interval of that, elements of index arrays among it.
// The result may be wider than the values that come, never narrower. What the
// entry has to see to before it evaluates the ends, `guards` say.
//
// Every function gives nothing where the interval cannot be said in what the
// root's entry sees, or takes more than policy.loops allows.
#pragma once

#include "checks/CheckExpr.h"
#include "symbolic/Accesses.h"

#include <optional>
#include <set>
#include <vector>

namespace hocket::polyhedral {

struct Interval {
  CheckExpr low, high; ///< inclusive

  bool isPoint() const { return low == high; }
};

/// The interval around both.
Interval united(const Interval &a, const Interval &b);
Interval sumOf(const Interval &a, const Interval &b);
/// Not worth a check.
bool isTooLarge(const Interval &range);

/// One run-time check in the making.
struct CheckContext {
  AffineModel &model;
  /// What the trees need. An attempt that fails may be undone by taking it
  /// back.
  struct Needs {
    std::vector<CheckExpr> guards; ///< truth values, in order
    std::set<ir::ExprId> guardedLoads;
    std::vector<ir::ObjectId> uses; ///< variables, to find equal names
  };
  Needs needs = {};
  /// Questions in progress, which may meet themselves.
  std::set<ir::ExprId> pendingLoads = {};
  std::set<ir::ObjectId> pendingVariables = {};

  const ir::Program &program() const { return model.program(); }
};

// PolyIntervals.cpp
std::optional<Interval> polyInterval(CheckContext &c, const Poly &poly,
                                     unsigned depth);
/// Of a loop that has an iteration.
std::optional<Interval> iteratorInterval(CheckContext &c, const Atom &atom,
                                         unsigned depth);

// BoundedIntervals.cpp
std::optional<Interval> boundedInterval(CheckContext &c, AtomId atom,
                                        unsigned depth);

// ExprIntervals.cpp
/// All values that the statement's instances in the loop may compute.
std::optional<Interval> exprInterval(CheckContext &c, ir::ExprId expr,
                                     ir::StmtId stmt, unsigned depth);
/// Bytes from the base; `high` is behind the last one.
std::optional<Interval> reachInterval(CheckContext &c, const Reach &reach);

// ElementScans.cpp
/// The cells that the atoms, elements of one array, may stand for: a node
/// Elements.
std::optional<CheckExpr>
scanOf(CheckContext &c, const std::vector<AtomId> &atoms, unsigned depth);
std::optional<Interval> elementInterval(CheckContext &c, AtomId atom,
                                        unsigned depth);
/// `count` of what the loop's iterations look at, or 0 where it has none.
std::optional<CheckExpr> countInLoop(CheckContext &c, ir::NodeId loop,
                                     const CheckExpr &count, unsigned depth);

// CheckLeaves.cpp
/// The variable is there on entry of the root, and is not changed in it.
bool mayUse(CheckContext &c, ir::ObjectId object);
/// What a statement's load from the address may read.
analysis::ObjectSet readsOf(const CheckContext &c, ir::ExprId address,
                            ir::StmtId at);
/// A Parameter's value, a number.
std::optional<CheckExpr> parameterOf(CheckContext &c, const Atom &atom);
/// A pointer.
std::optional<CheckExpr> baseOf(CheckContext &c, const Root &root);

// SureLoads.cpp
/// The loop makes the load if the guards hold; it adds them.
bool guardLoad(CheckContext &c, ir::ExprId address, ir::StmtId at,
               unsigned depth);
/// `test`, evaluated only where its loads are sure to happen.
CheckExpr withGuards(const CheckContext &c, const CheckExpr &test);

} // namespace hocket::polyhedral
