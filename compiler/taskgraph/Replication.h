// SPDX-License-Identifier: Apache-2.0
//
// Which scalars of a region each core can keep a copy of, because every core
// can run all statements that write them. Loop counters of time loops, swapped
// pointers and step sizes are of this kind; without it each of them would be a
// task, a flag and a wait.
#pragma once

#include "analysis/Effects.h"
#include "analysis/objects/ObjectUnion.h"
#include "ir/Program.h"

#include <set>
#include <vector>

namespace hocket::taskgraph {

/// True if every core may run the statement for itself: it writes nothing but
/// plain scalar variables, calls nothing but functions of the library that only
/// compute a value, and reads nothing volatile.
bool isReplicable(const ir::Program &program, const analysis::Effects &effects,
                  ir::StmtId stmt);

/// The scalar variable of a plain assignment's write item, or None.
ir::ObjectId plainScalar(const ir::Program &program,
                         const analysis::EffectItem &item);

/// Objects that the statement writes.
std::vector<ir::ObjectId> writtenBy(const analysis::Effects &effects,
                                    ir::StmtId stmt);

/// All objects that it writes are in the set.
bool writesOnly(const analysis::Effects &effects, ir::StmtId stmt,
                const std::set<ir::ObjectId> &objects);

/// The greatest set of scalars that only statements in `candidates` write, such
/// that each of these statements writes nothing else. A candidate whose written
/// scalars are all in the set is replicated; others are ordinary work.
/// \param otherWrites objects written in the region by anything else.
std::set<ir::ObjectId>
replicatedScalars(const ir::Program &program, const analysis::Effects &effects,
                  const std::vector<ir::StmtId> &candidates,
                  analysis::ObjectUnion otherWrites);

} // namespace hocket::taskgraph
