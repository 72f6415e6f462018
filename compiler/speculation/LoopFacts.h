// SPDX-License-Identifier: Apache-2.0
//
// What the text and the header of a loop say: can it be tried at all?
#pragma once

#include "analysis/Effects.h"
#include "analysis/library/LibraryTable.h"
#include "ir/Program.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::speculation {

/// The loop does not do all of its text, or is one of several with that text.
bool isPartOfLoop(const ir::Program &program, ir::NodeId loop);

/// The loop's header, if that alone tells how often it runs and what its
/// iterator, a local variable, is in each iteration; else null.
const ir::Counted *countedHeader(const ir::Program &program, ir::NodeId loop);

/// Empty: the loop's jumps can be made where a copy has come to them.
std::string whyNotSuitable(const ir::Program &program, ir::NodeId loop);

/// A variable that each iteration has for itself.
bool isOfIteration(const ir::Program &program, ir::NodeId loop,
                   ir::ObjectId object);

/// The local variable or parameter that the access writes by its name; else
/// None.
ir::ObjectId writtenByName(const ir::Program &program,
                           const ir::Access &access);

/// Empty: the statements, all of the loop, can stand outside their function.
std::string whyNotMoved(const ir::Program &program, ir::NodeId loop,
                        const std::vector<ir::StmtId> &stmts);

/// Some statement itself, not what it calls, reads errno, of which a copy of
/// the process has its own. Where a call shows errno, a copy ends before.
bool loadErrno(const ir::Program &program, const analysis::Effects &effects,
               const analysis::LibraryTable &library,
               const std::vector<ir::StmtId> &stmts);

/// Iterations of a loop, if constants tell.
std::optional<double> knownTrips(const ir::Program &program, ir::NodeId loop);

/// The node is a loop of few iterations, as far as constants tell.
bool isShortLoop(const ir::Program &program, ir::NodeId node);

/// The node is a loop nest without calls of functions of the program, and has
/// few iterations altogether, as constants tell.
bool isTinyNest(const ir::Program &program, ir::NodeId node);

/// An innermost loop below the node has branches, calls of functions with
/// branches or loops, or no known count: no compiler makes vectors of it. A
/// clone, which has marks in its loops, is much slower than a program with
/// vectors.
bool hasScalarLoop(const ir::Program &program, ir::NodeId node);

} // namespace hocket::speculation
