// SPDX-License-Identifier: Apache-2.0
//
// Under which branches a node runs.
//
// In structured C that is the chain of Branch and Loop nodes above it, and
// whatever may jump out before it is reached. In general (macro-flow graphs of
// Kasahara's earliest executable conditions) it is control dependence:
//   CD(i) = { p : i does not post-dominate p, but some successor s of p has i
//             post-dominating it }
// (Ferrante, Ottenstein and Warren, TOPLAS 1987). Both are here; they agree on
// structured code.
#pragma once

#include "ir/Program.h"

#include <cstdint>
#include <vector>

namespace hocket::analysis {

enum class ConditionKind : uint8_t {
  Branch,   ///< runs if `node`'s condition took `side`
  Loop,     ///< runs once for each iteration of `node`
  MayLeave, ///< runs only if `node`, an earlier sibling of it or of one above,
            ///< has not jumped past it
  Opaque,   ///< runs any number of times, whatever `node` does
};

struct ControlCondition {
  ConditionKind kind = ConditionKind::Branch;
  ir::NodeId node = ir::NodeId::None;
  bool side = true; ///< Branch: the then side
};

/// One Leaf, Loop, Branch, Jump or Opaque below the root.
struct ControlledNode {
  ir::NodeId node = ir::NodeId::None;
  /// From the root inwards; empty: runs whenever the root does.
  std::vector<ControlCondition> conditions;
};

/// Every node below `root` but Blocks, in order of text (parents first), with
/// its conditions relative to `root`.
std::vector<ControlledNode> controlConditions(const ir::Program &program,
                                              ir::NodeId root);

/// A flow graph: successors by node, from `entry`; `exit` has none.
struct FlowGraph {
  std::vector<std::vector<uint32_t>> successors;
  uint32_t entry = 0;
  uint32_t exit = 0;
};

/// One branch that decides whether a node runs: the edge from -> to.
struct ControlEdge {
  uint32_t from = 0;
  uint32_t to = 0;
  auto operator<=>(const ControlEdge &) const = default;
};

/// By node: the edges p -> s with p in CD(node) and node post-dominating s, in
/// order. Nodes from which the exit cannot be reached are post-dominated by
/// nothing but themselves.
std::vector<std::vector<ControlEdge>>
controlDependences(const FlowGraph &graph);

/// By node: the nodes that post-dominate it, itself among them, in order.
std::vector<std::vector<uint32_t>> postDominators(const FlowGraph &graph);

} // namespace hocket::analysis
