// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/Doacross.h"

#include "support/Policy.h"

#include <algorithm>

namespace hocket::taskgraph {

namespace {

/// How far back from a chunk lie the chunks that wait for it one repetition of
/// the innermost loop around later.
unsigned reachBack(const TaskGraph &graph, TaskId index) {
  const MacroTask &task = graph.region.tasks[index];
  unsigned loops = graph.region.levels[task.level].loopDepth;
  unsigned furthest = 0;
  const unsigned chunks = task.chunkCount();
  for (const polyhedral::TaskDependence &d : graph.dependences) {
    bool isCarried = loops > 32 || (d.carriedMask >> (loops - 1) & 1) != 0;
    if (d.from != index || d.to != index || !isCarried)
      continue;
    for (unsigned from = 0; from < chunks; ++from)
      for (unsigned to = 0; to < from; ++to)
        if (d.chunkPairs.empty() || d.chunkPairs[from * chunks + to])
          furthest = std::max(furthest, from - to);
  }
  return furthest;
}

} // namespace

bool settleDoacross(const std::vector<TaskGraph> &graphs,
                    RegionOptions &options) {
  bool changed = false;
  for (const TaskGraph &graph : graphs)
    for (TaskId i = 0; i < graph.region.tasks.size(); ++i) {
      const MacroTask &task = graph.region.tasks[i];
      unsigned back =
          task.runsAs(ChunkMode::Doacross) ? reachBack(graph, i) : 0;
      bool isCoarse = task.chunkCount() == graph.region.cores;
      if (back == 0 || (back == 1 && !isCoarse))
        continue;
      options.doacross[task.node] = isCoarse ? policy.region.doacrossChunks : 0;
      changed = true;
    }
  return changed;
}

} // namespace hocket::taskgraph
