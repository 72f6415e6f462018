// SPDX-License-Identifier: Apache-2.0
//
// Intervals (checks/Interval.h) of what a model knows: each iterator runs
// between the extremes of its bounds, an element of an index array between the
// least and the greatest that the loop reads.
// The result may be wider than the values that come, never narrower. What the
// entry has to see to before it evaluates the ends, `guards` say.
//
// Every function gives nothing where the interval cannot be said in what the
// base's entry sees, or takes more than policy.loops allows.
#pragma once

#include "checks/Interval.h"
#include "dataflow/ExprIntervals.h"
#include "symbolic/Accesses.h"

#include <optional>
#include <set>
#include <vector>

namespace hocket::polyhedral {

/// One run-time check in the making.
struct CheckContext {
  AffineModel &model;
  CheckNeeds needs = {}; ///< what the trees need so far
  /// Questions in progress, which may meet themselves.
  std::set<ir::ExprId> pendingLoads = {};

  const ir::Program &program() const { return model.program(); }
};

// PolynomialIntervals.cpp
std::optional<Interval> polynomialInterval(CheckContext &c,
                                           const Polynomial &polynomial,
                                           unsigned depth);
/// Of a loop that has an iteration.
std::optional<Interval> iteratorInterval(CheckContext &c, const Symbol &symbol,
                                         unsigned depth);

// BoundedIntervals.cpp
std::optional<Interval> boundedInterval(CheckContext &c, SymbolId symbol,
                                        unsigned depth);

// FootprintIntervals.cpp
/// Bytes from the base; `high` is behind the last one.
std::optional<Interval> footprintInterval(CheckContext &c,
                                          const UpdateFootprint &footprint);

// ElementScans.cpp
/// The cells that the symbols, elements of one array, may stand for: a node
/// Elements.
std::optional<CheckExpr>
scanOf(CheckContext &c, const std::vector<SymbolId> &symbols, unsigned depth);
std::optional<Interval> elementInterval(CheckContext &c, SymbolId symbol,
                                        unsigned depth);
/// `count` of what the loop's iterations look at, or 0 where it has none.
std::optional<CheckExpr> countInLoop(CheckContext &c, ir::NodeId loop,
                                     const CheckExpr &count, unsigned depth);

// CheckLeaves.cpp
/// The variable is there on entry of the root, and is not changed in it.
bool mayUse(CheckContext &c, ir::ObjectId object);
/// Adds what a statement's load from the address may read.
void addReads(const CheckContext &c, ir::ExprId address, ir::StmtId at,
              ReadObjects &reads);
/// The load as the user wrote it, if that means the same on entry.
std::optional<CheckExpr> loadOnEntry(CheckContext &c, ir::ExprId expr,
                                     ir::StmtId at);
/// A Parameter's value, a number.
std::optional<CheckExpr> parameterOf(CheckContext &c, const Symbol &symbol);
/// A pointer.
std::optional<CheckExpr> baseOf(CheckContext &c, const Base &base);

// SureLoads.cpp
/// The loop makes the load, or it can do no harm, if the guards hold; it adds
/// them.
bool guardLoad(CheckContext &c, ir::ExprId address, ir::StmtId at,
               unsigned depth);
/// `test`, evaluated only where its loads are sure to happen.
CheckExpr withGuards(const CheckContext &c, const CheckExpr &test);

} // namespace hocket::polyhedral
