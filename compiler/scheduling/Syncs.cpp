// SPDX-License-Identifier: Apache-2.0
//
// Which waits to emit. Nodes are the tasks, twice for a level that repeats: an
// edge of distance 1 leads from the first copy to the second, and so does the
// last task of each core to its first. In this graph, which has no cycle, a
// wait is needed exactly if no other path leads from its source to its target:
// the transitive reduction of a graph without cycles is unique, so all that
// are not needed can go at once (Aho, Garey and Ullman 1972). Two copies
// suffice: every path of total distance 0 or 1 lies in them.
//
// Each core's nodes stand in a row, so what precedes a node is, for each core,
// so many of its first nodes: a vector clock (Fidge 1988, Mattern 1989).
//
// What runs on a unit has a node where a core starts it and one in a row of its
// own where it ends. A core waits for what it has started before it begins a
// repetition anew.
#include "scheduling/Graph.h"
#include "scheduling/Schedulers.h"

#include <algorithm>
#include <set>
#include <utility>

namespace hocket::scheduling {

namespace {

class OrderGraph {
public:
  OrderGraph(const Problem &problem, const Schedule &schedule)
      : tasks_(problem.tasks.size()), copies_(problem.repeats ? 2 : 1),
        ends_(endsOf(schedule)), cores_(problem.cores + ends_.size()),
        core_((tasks_ + ends_.size()) * copies_), position_(core_.size()),
        preds_(core_.size()) {
    for (CoreIndex core = 0; core < problem.cores; ++core) {
      const std::vector<TaskIndex> &order = schedule.order[core];
      for (size_t i = 0; i < order.size() * copies_; ++i) {
        size_t at = node(order[i % order.size()], i / order.size());
        core_[at] = core;
        position_[at] = uint32_t(i);
        if (i > 0)
          preds_[at].push_back(
              node(order[(i - 1) % order.size()], (i - 1) / order.size()));
      }
    }
    for (size_t i = 0; i < ends_.size(); ++i)
      addEnds(CoreIndex(problem.cores + i), ends_[i], schedule);
  }

  void add(const Sync &sync) {
    if (sync.distance == 1)
      preds_[node(sync.to, 1)].push_back(end(sync.from, 0));
    else
      for (size_t copy = 0; copy < copies_; ++copy)
        preds_[node(sync.to, copy)].push_back(end(sync.from, copy));
  }

  /// \returns false if there is a cycle.
  bool computeReach() {
    std::vector<size_t> sorted = sort();
    if (sorted.size() != preds_.size())
      return false;
    done_.assign(preds_.size() * cores_, 0);
    for (size_t at : sorted) {
      for (size_t pred : preds_[at])
        joinRows(&done(at, 0), &done(pred, 0), cores_);
      done(at, core_[at]) = position_[at] + 1;
      keepLatest(at);
    }
    return true;
  }

  /// Some path other than the sync itself leads from its source to its target:
  /// through another predecessor of the target.
  bool isImplied(const Sync &sync) {
    size_t from = end(sync.from, 0), to = node(sync.to, sync.distance);
    if (waited_.count({from, to}))
      return true;
    const std::vector<size_t> &preds = preds_[to];
    return std::any_of(preds.begin(), preds.end(), [&](size_t pred) {
      return pred != from && done(pred, core_[from]) > position_[from];
    });
  }

private:
  /// The tasks that run on units, in order.
  static std::vector<TaskIndex> endsOf(const Schedule &schedule) {
    std::vector<TaskIndex> ends;
    for (TaskIndex task = 0; task < schedule.placements.size(); ++task)
      if (schedule.placements[task].unit)
        ends.push_back(task);
    return ends;
  }

  void addEnds(CoreIndex row, TaskIndex task, const Schedule &schedule) {
    const std::vector<TaskIndex> &order =
        schedule.order[schedule.placements[task].core];
    for (size_t copy = 0; copy < copies_; ++copy) {
      size_t at = end(task, copy);
      core_[at] = row;
      position_[at] = uint32_t(copy);
      preds_[at].push_back(node(task, copy));
      if (copy > 0) {
        preds_[node(order.front(), copy)].push_back(end(task, copy - 1));
        waited_.emplace(end(task, copy - 1), node(order.front(), copy));
      }
    }
  }

  /// Where the task ends.
  size_t end(TaskIndex task, size_t copy) const {
    auto found = std::lower_bound(ends_.begin(), ends_.end(), task);
    if (found == ends_.end() || *found != task)
      return node(task, copy);
    return tasks_ * copies_ + copy * ends_.size() +
           size_t(found - ends_.begin());
  }

  /// Most of the time goes here; so plain that compilers take many at once.
  static void joinRows(uint32_t *row, const uint32_t *other, size_t cores) {
    for (size_t core = 0; core < cores; ++core)
      row[core] = std::max(row[core], other[core]);
  }

  size_t node(TaskIndex task, size_t copy) const {
    return copy * tasks_ + task;
  }
  /// How many of the core's nodes a node and what precedes it are.
  uint32_t &done(size_t at, CoreIndex core) {
    return done_[at * cores_ + core];
  }

  /// Of the predecessors on one core the last one implies the others.
  void keepLatest(size_t at) {
    std::vector<size_t> &preds = preds_[at];
    std::sort(preds.begin(), preds.end(), [&](size_t a, size_t b) {
      return core_[a] != core_[b] ? core_[a] < core_[b]
                                  : position_[a] > position_[b];
    });
    preds.erase(
        std::unique(preds.begin(), preds.end(),
                    [&](size_t a, size_t b) { return core_[a] == core_[b]; }),
        preds.end());
  }

  std::vector<size_t> sort() const {
    std::vector<std::vector<size_t>> succs(preds_.size());
    std::vector<size_t> waits(preds_.size()), sorted;
    for (size_t n = 0; n < preds_.size(); ++n) {
      waits[n] = preds_[n].size();
      for (size_t pred : preds_[n])
        succs[pred].push_back(n);
      if (waits[n] == 0)
        sorted.push_back(n);
    }
    for (size_t next = 0; next < sorted.size(); ++next)
      for (size_t succ : succs[sorted[next]])
        if (--waits[succ] == 0)
          sorted.push_back(succ);
    return sorted;
  }

  size_t tasks_, copies_;
  std::vector<TaskIndex> ends_;    ///< that run on units
  size_t cores_;                   ///< rows: of cores, of what runs on units
  std::vector<CoreIndex> core_;    ///< of each node
  std::vector<uint32_t> position_; ///< in its core's row
  std::vector<std::vector<size_t>> preds_;
  std::vector<uint32_t> done_;
  /// Ends that a core waits for in any case, where it begins anew.
  std::set<std::pair<size_t, size_t>> waited_;
};

/// What runs on a unit after something else is started when that has ended.
void addUnitOrder(const Problem &problem, const Schedule &schedule,
                  std::vector<Sync> &syncs) {
  for (const std::vector<TaskIndex> &order : unitOrders(problem, schedule)) {
    for (size_t i = 1; i < order.size(); ++i)
      syncs.push_back({order[i - 1], order[i], 0});
    if (problem.repeats && order.size() > 1)
      syncs.push_back({order.back(), order.front(), 1});
  }
}

} // namespace

std::vector<Sync> reduceSyncs(const Problem &problem,
                              const Schedule &schedule) {
  std::vector<Sync> syncs;
  for (const Edge &edge : problem.edges) {
    const Placement &from = schedule.placements[edge.from];
    bool isOneCore = from.core == schedule.placements[edge.to].core;
    if (isOneCore ? from.unit && edge.from != edge.to : !edge.onlyOnSameCore)
      syncs.push_back({edge.from, edge.to, edge.distance});
  }
  addUnitOrder(problem, schedule, syncs);
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
