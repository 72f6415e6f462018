// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/InOrder.h"

#include "support/Policy.h"

#include <algorithm>

namespace hocket::taskgraph {

namespace {

/// How far back from a chunk lie the chunks that wait for it one repetition of
/// the innermost loop around later.
unsigned reachBack(const TaskGraph &graph, LeafIndex index) {
  const Leaf &leaf = graph.region.leaves[index];
  unsigned loops = graph.region.levels[leaf.level].loopDepth;
  unsigned furthest = 0;
  for (const polyhedral::LeafDependence &d : graph.dependences) {
    bool isCarried = loops > 32 || (d.carriedMask >> (loops - 1) & 1) != 0;
    if (d.from != index || d.to != index || !isCarried)
      continue;
    for (unsigned from = 0; from < leaf.chunks; ++from)
      for (unsigned to = 0; to < from; ++to)
        if (d.chunkPairs.empty() || d.chunkPairs[from * leaf.chunks + to])
          furthest = std::max(furthest, from - to);
  }
  return furthest;
}

} // namespace

bool settleInOrder(const std::vector<TaskGraph> &graphs,
                   RegionOptions &options) {
  bool changed = false;
  for (const TaskGraph &graph : graphs)
    for (LeafIndex i = 0; i < graph.region.leaves.size(); ++i) {
      const Leaf &leaf = graph.region.leaves[i];
      unsigned back = leaf.inOrder ? reachBack(graph, i) : 0;
      bool isCoarse = leaf.chunks == graph.region.cores;
      if (back == 0 || (back == 1 && !isCoarse))
        continue;
      options.inOrder[leaf.node] = isCoarse ? policy.region.inOrderChunks : 0;
      changed = true;
    }
  return changed;
}

} // namespace hocket::taskgraph
