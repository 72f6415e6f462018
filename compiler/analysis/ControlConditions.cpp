// SPDX-License-Identifier: Apache-2.0
//
// Post-dominators are computed as the greatest solution of
//   postdom(n) = { n } + intersection of postdom(s) over successors s
// by rounds over bit vectors: levels have tens of nodes, not thousands.
#include "analysis/ControlConditions.h"

#include "ir/Tree.h"

#include <llvm/ADT/BitVector.h>

#include <algorithm>

namespace hocket::analysis {

using namespace ir;

namespace {

class TreeWalk {
public:
  explicit TreeWalk(const Program &program) : p_(program) {}

  void walk(NodeId id) {
    const Node &node = p_[id];
    if (const auto *block = node.as<Block>()) {
      std::size_t depth = conditions_.size();
      for (NodeId child : block->children) {
        walk(child);
        // What follows runs only if the child was not left by a jump.
        if (p_[child].exits.any())
          conditions_.push_back({ConditionKind::MayLeave, child, true});
      }
      conditions_.resize(depth);
      return;
    }
    found.push_back({id, conditions_});
    if (const auto *branch = node.as<Branch>()) {
      inside({ConditionKind::Branch, id, true}, branch->thenNode);
      inside({ConditionKind::Branch, id, false}, branch->elseNode);
    } else if (const auto *loop = node.as<Loop>()) {
      inside({ConditionKind::Loop, id, true}, loop->body);
    } else if (const auto *opaque = node.as<Opaque>()) {
      for (NodeId child : opaque->children)
        inside({ConditionKind::Opaque, id, true}, child);
    }
  }

  std::vector<ControlledNode> found;

private:
  void inside(const ControlCondition &condition, NodeId node) {
    if (!isValid(node))
      return;
    conditions_.push_back(condition);
    walk(node);
    conditions_.pop_back();
  }

  const Program &p_;
  std::vector<ControlCondition> conditions_;
};

std::vector<llvm::BitVector> postDominatorSets(const FlowGraph &graph) {
  auto size = static_cast<unsigned>(graph.successors.size());
  std::vector<llvm::BitVector> sets(size, llvm::BitVector(size, true));
  sets[graph.exit].reset();
  sets[graph.exit].set(graph.exit);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned node = size; node-- > 0;) {
      if (node == graph.exit)
        continue;
      llvm::BitVector set(size, !graph.successors[node].empty());
      for (uint32_t successor : graph.successors[node])
        set &= sets[successor];
      set.set(node);
      if (set == sets[node])
        continue;
      sets[node] = std::move(set);
      changed = true;
    }
  }
  return sets;
}

/// The nodes from which the exit can be reached.
llvm::BitVector reachesExit(const FlowGraph &graph) {
  auto size = static_cast<unsigned>(graph.successors.size());
  llvm::BitVector reaches(size);
  reaches.set(graph.exit);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned node = 0; node < size; ++node)
      for (uint32_t successor : graph.successors[node])
        if (!reaches[node] && reaches[successor]) {
          reaches.set(node);
          changed = true;
        }
  }
  return reaches;
}

std::vector<llvm::BitVector> checkedSets(const FlowGraph &graph) {
  std::vector<llvm::BitVector> sets = postDominatorSets(graph);
  llvm::BitVector reaches = reachesExit(graph);
  for (unsigned node = 0; node < sets.size(); ++node)
    if (!reaches[node]) {
      sets[node].reset();
      sets[node].set(node);
    }
  return sets;
}

} // namespace

std::vector<ControlledNode> controlConditions(const Program &program,
                                              NodeId root) {
  TreeWalk walk(program);
  walk.walk(root);
  std::erase_if(walk.found, [root](const ControlledNode &found) {
    return found.node == root;
  });
  return std::move(walk.found);
}

std::vector<std::vector<uint32_t>> postDominators(const FlowGraph &graph) {
  std::vector<std::vector<uint32_t>> lists;
  for (const llvm::BitVector &set : checkedSets(graph)) {
    lists.emplace_back();
    for (unsigned node : set.set_bits())
      lists.back().push_back(node);
  }
  return lists;
}

std::vector<std::vector<ControlEdge>>
controlDependences(const FlowGraph &graph) {
  std::vector<llvm::BitVector> sets = checkedSets(graph);
  std::vector<std::vector<ControlEdge>> edges(graph.successors.size());
  for (uint32_t p = 0; p < graph.successors.size(); ++p)
    for (uint32_t s : graph.successors[p])
      for (unsigned i : sets[s].set_bits())
        // A node may decide whether it runs again: `strictly` post-dominates.
        if (i == p || !sets[p][i])
          edges[i].push_back({p, s});
  for (std::vector<ControlEdge> &list : edges) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return edges;
}

} // namespace hocket::analysis
