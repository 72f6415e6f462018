// SPDX-License-Identifier: Apache-2.0
//
// Which waits to emit. Nodes are the tasks, twice for a level that repeats: an
// edge of distance 1 leads from the first copy to the second, and so does the
// last task of each core to its first. In this graph, which has no cycle, a
// wait is needed exactly if no other path leads from its source to its target:
// the transitive reduction of a graph without cycles is unique, so all that
// are not needed can go at once (Aho, Garey and Ullman 1972). Two copies
// suffice: every path of total distance 0 or 1 lies in them.
#include "scheduling/Schedulers.h"

#include "llvm/ADT/BitVector.h"

#include <algorithm>

namespace hocket::scheduling {

namespace {

class OrderGraph {
public:
  OrderGraph(const Problem &problem, const Schedule &schedule)
      : tasks_(problem.tasks.size()), copies_(problem.repeats ? 2 : 1),
        succs_(tasks_ * copies_) {
    for (const std::vector<TaskIndex> &core : schedule.order) {
      for (size_t copy = 0; copy < copies_; ++copy)
        for (size_t i = 1; i < core.size(); ++i)
          link(node(core[i - 1], copy), node(core[i], copy));
      if (copies_ == 2 && !core.empty())
        link(node(core.back(), 0), node(core.front(), 1));
    }
  }

  void add(const Sync &sync) {
    if (sync.distance == 1)
      link(node(sync.from, 0), node(sync.to, 1));
    else
      for (size_t copy = 0; copy < copies_; ++copy)
        link(node(sync.from, copy), node(sync.to, copy));
  }

  /// \returns false if there is a cycle.
  bool computeReach() {
    std::vector<size_t> sorted = sort();
    if (sorted.size() != succs_.size())
      return false;
    reach_.assign(succs_.size(), llvm::BitVector(succs_.size()));
    for (auto it = sorted.rbegin(); it != sorted.rend(); ++it)
      for (size_t succ : succs_[*it]) {
        reach_[*it].set(succ);
        reach_[*it] |= reach_[succ];
      }
    return true;
  }

  /// Some path other than the sync itself leads from its source to its target.
  bool isImplied(const Sync &sync) const {
    size_t from = node(sync.from, 0), to = node(sync.to, sync.distance);
    return std::any_of(
        succs_[from].begin(), succs_[from].end(),
        [&](size_t next) { return next != to && reach_[next].test(to); });
  }

private:
  size_t node(TaskIndex task, size_t copy) const {
    return copy * tasks_ + task;
  }
  void link(size_t from, size_t to) { succs_[from].push_back(to); }

  std::vector<size_t> sort() const {
    std::vector<size_t> waits(succs_.size()), sorted;
    for (const std::vector<size_t> &list : succs_)
      for (size_t succ : list)
        ++waits[succ];
    for (size_t n = 0; n < waits.size(); ++n)
      if (waits[n] == 0)
        sorted.push_back(n);
    for (size_t next = 0; next < sorted.size(); ++next)
      for (size_t succ : succs_[sorted[next]])
        if (--waits[succ] == 0)
          sorted.push_back(succ);
    return sorted;
  }

  size_t tasks_, copies_;
  std::vector<std::vector<size_t>> succs_;
  std::vector<llvm::BitVector> reach_;
};

} // namespace

std::vector<Sync> reduceSyncs(const Problem &problem,
                              const Schedule &schedule) {
  std::vector<Sync> syncs;
  for (const Edge &edge : problem.edges)
    if (!edge.onlyOnSameCore && schedule.placements[edge.from].core !=
                                    schedule.placements[edge.to].core)
      syncs.push_back({edge.from, edge.to, edge.distance});
  std::sort(syncs.begin(), syncs.end());
  syncs.erase(std::unique(syncs.begin(), syncs.end()), syncs.end());

  OrderGraph graph(problem, schedule);
  for (const Sync &sync : syncs)
    graph.add(sync);
  // A cycle is for the verifier to report: leave it all there.
  if (!graph.computeReach())
    return syncs;
  std::erase_if(syncs, [&](const Sync &sync) { return graph.isImplied(sync); });
  return syncs;
}

} // namespace hocket::scheduling
