// SPDX-License-Identifier: Apache-2.0
//
// Which statements of a loop's body have to stay in one loop.
//
// Loop distribution after Allen and Kennedy ("Optimizing Compilers for Modern
// Architectures", 2001, ch. 5.7): the statements of the body are the nodes of a
// graph, the dependences among them its edges, whether within an iteration or
// to a later one. The strongly connected components can become loops of their
// own in topological order. A scalar that one statement computes for others in
// the same iteration would tie them together; where computing it again gives
// the same value, each loop that needs it has the statement for itself.
//
// What is not known to be independent is an edge in both directions.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "loops/context/LoopOptions.h"
#include "support/Isl.h"
#include "verdict/LoopVerdict.h"

#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace hocket::polyhedral {

struct BodyGroups {
  /// Positions in the body's Block; each group with the statements that it
  /// repeats. In order of text: in which order they may follow each other,
  /// `before` says.
  std::vector<std::set<std::size_t>> groups;
  /// Pairs of groups of which the first has to come before the second.
  std::set<std::pair<std::size_t, std::size_t>> before;
  /// Those where that is because of different iterations too: one loop over
  /// both is not parallel.
  std::set<std::pair<std::size_t, std::size_t>> carried;
};

/// Nothing if the loop cannot be distributed over two groups or more.
std::optional<BodyGroups> findBodyGroups(const ProgramIndex &index,
                                         isl::ctx ctx, ir::NodeId loop,
                                         const LoopOptions &options);

} // namespace hocket::polyhedral
