// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/clusters/KeepTogether.h"

#include "llvm/ADT/EquivalenceClasses.h"

#include <algorithm>

namespace hocket::taskgraph {

using polyhedral::ChunkOfTask;

namespace {

using Groups = llvm::EquivalenceClasses<ChunkOfTask>;

Groups groupsOf(const TaskGraph &graph) {
  Groups groups;
  for (const auto &[a, b] : graph.memory->together)
    groups.unionSets(a, b);
  return groups;
}

/// Where the chunk goes if nothing is against it.
uint32_t usualCore(const TaskGraph &graph, const ChunkOfTask &chunk,
                   size_t cores) {
  const unsigned count = graph.region.tasks[chunk.first].chunkCount();
  return uint32_t(chunk.second * cores / count);
}

uint32_t clusterOf(const TaskGraph &graph, llvm::ArrayRef<ChunkOfTask> group,
                   const std::vector<uint32_t> &cluster) {
  std::map<uint32_t, unsigned> votes;
  for (const ChunkOfTask &chunk : group) {
    const MacroTask &task = graph.region.tasks[chunk.first];
    if (task.onCallingThread)
      return 0;
    if (task.is<Chunks>())
      ++votes[cluster[usualCore(graph, chunk, cluster.size())]];
  }
  uint32_t best = 0;
  for (const auto &[one, count] : votes)
    if (count > votes[best])
      best = one;
  return best;
}

} // namespace

PinnedChunks keepTogether(const TaskGraph &graph,
                          const std::vector<uint32_t> &cluster) {
  PinnedChunks pinned;
  const Groups groups = groupsOf(graph);
  for (auto it = groups.begin(); it != groups.end(); ++it) {
    if (!it->isLeader())
      continue;
    const std::vector<ChunkOfTask> group(groups.member_begin(it),
                                         groups.member_end());
    const uint32_t own = clusterOf(graph, group, cluster);
    std::vector<uint32_t> cores;
    for (uint32_t core = 0; core < cluster.size(); ++core)
      if (cluster[core] == own)
        cores.push_back(core);
    for (const ChunkOfTask &chunk : group) {
      const uint32_t usual = usualCore(graph, chunk, cluster.size());
      pinned[chunk] = graph.region.tasks[chunk.first].onCallingThread ? 0
                      : cluster[usual] == own
                          ? usual
                          : cores[chunk.second % cores.size()];
    }
  }
  return pinned;
}

bool areAllTogether(const TaskGraph &graph) {
  const Groups groups = groupsOf(graph);
  for (TaskId task = 0; task < graph.region.tasks.size(); ++task)
    for (uint32_t chunk = 1; chunk < graph.region.tasks[task].chunkCount();
         ++chunk)
      if (!groups.isEquivalent({task, 0}, {task, chunk}))
        return false;
  return true;
}

} // namespace hocket::taskgraph
