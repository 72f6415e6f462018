// SPDX-License-Identifier: Apache-2.0
//
// Circulations of the greatest gain, in integers.
//
// Goldberg and Tarjan, "Finding minimum-cost circulations by successive
// approximation", Mathematics of Operations Research 15(3), 1990: cost scaling
// by pushing and relabelling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hocket::power {

/// Flow from `from` to `to`, of 0 to `most`, gains `length` a unit.
struct FlowArc {
  uint32_t from = 0, to = 0;
  int64_t most = 0, length = 0;
};

struct Circulation {
  std::vector<int64_t> flow; ///< by arc
  /// By node: for an arc with room left, place[to] - place[from] >= length, and
  /// for one with flow <= length. So they solve the dual problem: where to put
  /// the nodes.
  std::vector<int64_t> place;
  bool isComplete = false; ///< found within the budget; else the rest is void
};

/// The longest length that a graph of so many nodes may have without overflow.
int64_t longestLength(size_t nodes);

/// Arcs on a circle of positive length must not all be endless: `most` of an
/// endless one is the sum of the others'.
/// \param steps pushes and relabels after which to give up.
Circulation mostGainfulCirculation(size_t nodes,
                                   const std::vector<FlowArc> &arcs,
                                   uint64_t steps);

} // namespace hocket::power
