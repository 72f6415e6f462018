// SPDX-License-Identifier: Apache-2.0
//
// Heap objects whose every block is pointed to from one place in memory alone.
//
// Points-to folds the elements of an array and the blocks of an allocating call
// into one. For `double **m` whose rows come from one malloc in a loop that
// says no more than "a row". But where the result of each call is stored once
// and never copied from there, two different elements hold two different blocks
// (uniqueness as in Boyland, "Alias burying", 2001, decided here for whole
// allocation sites instead of declared for variables).
//
// Needs: a Program and its points-to sets. Promises: at any time, pointers into
// one block of such an object that may still be used stand in at most one place
// of memory; automatic scalars whose address is not taken do not count as
// memory. So pointers loaded from two different addresses, with no store to
// either in between, lead to memory that does not overlap.
#pragma once

#include "analysis/calls/CallGraph.h"

#include <vector>

namespace hocket::analysis {

/// A function may be left, or come back, by another way than its text shows: a
/// variable may be stored twice without a loop.
bool usesSetjmp(const ir::Program &program);

/// By ObjectId: a heap object of that kind.
std::vector<char> findHeldOnce(const ir::Program &program,
                               const PointsTo &pointsTo, const CallGraph &graph,
                               const LibraryTable &library);

} // namespace hocket::analysis
