// SPDX-License-Identifier: Apache-2.0
#include "scheduling/files/GraphFile.h"

#include <functional>
#include <queue>

namespace hocket::scheduling {

/// An edge both of whose tasks are left over and that lies on a circle: going
/// back from any task that is left over ends in one.
static size_t edgeOfCircle(const GraphFile &graph,
                           const std::vector<size_t> &waits) {
  std::vector<size_t> into(graph.tasks.size(), graph.edges.size());
  TaskIndex task = 0;
  for (size_t i = 0; i < graph.edges.size(); ++i)
    if (waits[graph.edges[i].from] > 0 && waits[graph.edges[i].to] > 0) {
      into[graph.edges[i].to] = i;
      task = graph.edges[i].to;
    }
  for (size_t steps = 0; steps < graph.tasks.size(); ++steps)
    task = graph.edges[into[task]].from;
  return into[task];
}

std::optional<size_t> sortTasks(GraphFile &graph) {
  size_t n = graph.tasks.size();
  std::vector<size_t> waits(n);
  std::vector<std::vector<TaskIndex>> succs(n);
  for (const Edge &edge : graph.edges) {
    ++waits[edge.to];
    succs[edge.from].push_back(edge.to);
  }
  std::priority_queue<TaskIndex, std::vector<TaskIndex>, std::greater<>> ready;
  for (TaskIndex task = 0; task < n; ++task)
    if (waits[task] == 0)
      ready.push(task);
  std::vector<TaskIndex> place(n);
  std::vector<GraphTask> sorted;
  while (!ready.empty()) {
    TaskIndex task = ready.top();
    ready.pop();
    place[task] = TaskIndex(sorted.size());
    sorted.push_back(graph.tasks[task]);
    for (TaskIndex succ : succs[task])
      if (--waits[succ] == 0)
        ready.push(succ);
  }
  if (sorted.size() != n)
    return edgeOfCircle(graph, waits);
  graph.tasks = std::move(sorted);
  for (Edge &edge : graph.edges) {
    edge.from = place[edge.from];
    edge.to = place[edge.to];
  }
  return std::nullopt;
}

} // namespace hocket::scheduling
