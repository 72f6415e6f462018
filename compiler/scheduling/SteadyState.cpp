// SPDX-License-Identifier: Apache-2.0
//
// How long a repetition takes when many follow each other. Cores do not meet
// between repetitions: each goes on as soon as its own last task and the data
// of its next one allow. Playing some repetitions and measuring the later ones
// is simpler than the maximum cycle ratio of the same graph, and close to it.
#include "scheduling/Graph.h"

#include <algorithm>

namespace hocket::scheduling {

namespace {

/// Plays repetitions one after the other: cores run on without a barrier.
class SelfTimed {
public:
  SelfTimed(const Graph &graph, const Schedule &schedule)
      : graph_(graph), schedule_(schedule), end_(schedule.placements.size()),
        carriedIn_(end_.size()), free_(graph.problem().cores),
        onUnit_(unitOrders(graph.problem(), schedule)),
        before_(end_.size(), none) {
    for (const std::vector<TaskIndex> &order : onUnit_)
      for (size_t i = 1; i < order.size(); ++i)
        before_[order[i]] = order[i - 1];
    for (const Edge &edge : graph.problem().edges)
      if (edge.distance == 1 && !edge.onlyOnSameCore)
        carriedIn_[edge.to].push_back({edge.from, edge.bytes, false});
    sortTopologically();
  }

  /// \returns when each task of this repetition ends.
  const std::vector<double> &repetition() {
    std::vector<double> before = end_;
    for (TaskIndex task : sequence_) {
      const Placement &at = schedule_.placements[task];
      CoreIndex core = at.core;
      double start = free_[core];
      if (before_[task] != none)
        start = std::max(start, afterUnit(before_[task], core));
      if (!first_)
        start = std::max({start, arrival(carriedIn_[task], before, core),
                          at.unit && before_[task] == none
                              ? before[onUnit_[*at.unit].back()]
                              : 0});
      start = std::max(start, arrival(graph_.preds(task), end_, core));
      end_[task] = free_[core] = start + graph_.coreNs(task, at);
      if (at.unit)
        end_[task] += at.end - at.start - graph_.coreNs(task, at);
    }
    // Each core waits for what it has started before it begins anew.
    for (const std::vector<TaskIndex> &order : onUnit_)
      for (TaskIndex task : order) {
        double &free = free_[schedule_.placements[task].core];
        free = std::max(free, end_[task]);
      }
    first_ = false;
    return end_;
  }

private:
  static constexpr TaskIndex none = ~TaskIndex(0);

  /// When a core knows that the unit has done the task.
  double afterUnit(TaskIndex task, CoreIndex core) const {
    return end_[task] + graph_.arrival({}, schedule_.placements[task], core);
  }

  /// Fills `sequence_`: an order that respects edges and each core's order,
  /// which is that of edges that matter on one core only.
  void sortTopologically() {
    std::vector<size_t> position(end_.size()), waits(end_.size());
    for (const std::vector<TaskIndex> &core : schedule_.order)
      for (size_t i = 0; i < core.size(); ++i)
        position[core[i]] = i;
    for (TaskIndex task = 0; task < waits.size(); ++task) {
      waits[task] = (position[task] > 0) + (before_[task] != none);
      for (const Neighbour &pred : graph_.preds(task))
        waits[task] += !pred.onlyOnSameCore;
    }
    std::vector<TaskIndex> &ready = sequence_;
    for (TaskIndex task = 0; task < waits.size(); ++task)
      if (waits[task] == 0)
        ready.push_back(task);
    for (size_t next = 0; next < ready.size(); ++next) {
      TaskIndex task = ready[next];
      const std::vector<TaskIndex> &core =
          schedule_.order[schedule_.placements[task].core];
      if (position[task] + 1 < core.size() &&
          --waits[core[position[task] + 1]] == 0)
        ready.push_back(core[position[task] + 1]);
      for (const Neighbour &succ : graph_.succs(task))
        if (!succ.onlyOnSameCore && --waits[succ.task] == 0)
          ready.push_back(succ.task);
      if (auto behind = std::find(before_.begin(), before_.end(), task);
          schedule_.placements[task].unit && behind != before_.end() &&
          --waits[size_t(behind - before_.begin())] == 0)
        ready.push_back(TaskIndex(behind - before_.begin()));
    }
  }

  double arrival(const std::vector<Neighbour> &from,
                 const std::vector<double> &ends, CoreIndex core) const {
    double ready = 0;
    for (const Neighbour &pred : from) {
      CoreIndex source = schedule_.placements[pred.task].core;
      if (!pred.onlyOnSameCore || source == core)
        ready = std::max(
            ready,
            ends[pred.task] +
                graph_.arrival(pred, schedule_.placements[pred.task], core));
    }
    return ready;
  }

  const Graph &graph_;
  const Schedule &schedule_;
  std::vector<double> end_; ///< of each task, in the latest repetition played
  std::vector<std::vector<Neighbour>> carriedIn_;
  std::vector<double> free_;
  std::vector<std::vector<TaskIndex>> onUnit_; ///< by unit, in order
  std::vector<TaskIndex> before_; ///< the one before it on its unit, or none
  std::vector<TaskIndex> sequence_;
  bool first_ = true;
};

} // namespace

double steadyPeriod(const Graph &graph, const Schedule &schedule) {
  // The first half fills the pipeline, the second half is measured. The task
  // that falls behind fastest counts, even if others end later for now: it will
  // be the last one some time.
  constexpr int half = 16;
  SelfTimed play(graph, schedule);
  std::vector<double> filled, last;
  for (int i = 0; i < half; ++i)
    filled = play.repetition();
  for (int i = 0; i < half; ++i)
    last = play.repetition();
  double period = 0;
  for (size_t task = 0; task < last.size(); ++task)
    period = std::max(period, (last[task] - filled[task]) / half);
  return period;
}

} // namespace hocket::scheduling
