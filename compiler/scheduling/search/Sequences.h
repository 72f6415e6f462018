// SPDX-License-Identifier: Apache-2.0
//
// A schedule as what decides it: the core of each task and the order of tasks
// on each core. Times follow: each task starts as early as edges and its core
// allow.
#pragma once

#include "scheduling/search/ArcGraph.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace hocket::scheduling {

class Sequences {
public:
  static constexpr TaskIndex nobody = ~TaskIndex(0);

  explicit Sequences(const Graph &graph);

  /// Takes cores and orders of a schedule that the verifier accepts.
  void take(const Schedule &schedule);
  /// Cores, orders, times, makespan and period; syncs left empty.
  Schedule schedule(std::string algorithm) const;

  const ArcGraph &arcs() const { return arcs_; }
  CoreIndex core(TaskIndex task) const { return core_[task]; }
  TaskIndex first(CoreIndex core) const { return first_[core]; }
  /// Its neighbours on its core, or nobody.
  TaskIndex prev(TaskIndex task) const { return prev_[task]; }
  TaskIndex next(TaskIndex task) const { return next_[task]; }

  double makespan() const { return makespan_; }
  /// When a unit starts, and how long it takes from then to the end of all.
  double head(Unit unit) const { return head_[unit]; }
  double tail(Unit unit) const { return tail_[unit]; }
  double end(TaskIndex task) const { return end_[task]; }
  /// Units as edges and cores order them, and a unit's position there.
  const std::vector<Unit> &sorted() const { return sorted_; }
  size_t position(Unit unit) const { return position_[unit]; }
  /// The greatest end of units before a position.
  double latestBefore(size_t position) const { return latest_[position]; }

  /// Tasks of no gang on some longest path, in order.
  void criticalTasks(std::vector<TaskIndex> &tasks) const;

  /// Puts the task behind `after` on the core (nobody: first) and computes
  /// times anew. It must be a place that MoveFinder names.
  void move(TaskIndex task, CoreIndex core, TaskIndex after);
  /// Exchanges the places of two tasks of no gang on different cores. \returns
  /// false, all as before, if that would close a circle.
  bool exchange(TaskIndex a, TaskIndex b);

  /// When the unit starts, given the ends of tasks.
  /// \param out a task of no gang that is left out, or nobody.
  template <typename End>
  double headOf(Unit unit, TaskIndex out, End end) const {
    double head = 0;
    for (TaskIndex task : arcs_.tasksOf(unit)) {
      TaskIndex before = prev_[task];
      if (before == out && out != nobody)
        before = prev_[out];
      if (before != nobody)
        head = std::max(head, end(before));
      for (const Arc &arc : arcs_.preds(task))
        if (arc.task != out && !arc.onlyOnSameCore)
          head = std::max(head,
                          end(arc.task) + arcs_.transfer(arc, core_[arc.task],
                                                         core_[task]));
    }
    return head;
  }
  /// From its start to the end of all, given the tails of tasks.
  template <typename Tail>
  double tailOf(Unit unit, TaskIndex out, Tail tail) const {
    double longest = 0;
    for (TaskIndex task : arcs_.tasksOf(unit)) {
      double rest = 0;
      TaskIndex after = next_[task];
      if (after == out && out != nobody)
        after = next_[out];
      if (after != nobody)
        rest = tail(after);
      for (const Arc &arc : arcs_.succs(task))
        if (arc.task != out && !arc.onlyOnSameCore)
          rest =
              std::max(rest, tail(arc.task) + arcs_.transfer(arc, core_[task],
                                                             core_[arc.task]));
      longest = std::max(longest, arcs_.cost(task, core_[task]) + rest);
    }
    return longest;
  }

  /// Tasks and edges looked at so far: the measure of work.
  uint64_t work() const { return work_; }

private:
  void link(TaskIndex task, CoreIndex core, TaskIndex after);
  void unlink(TaskIndex task);
  /// What holds on one core only, too, is as its edges ask.
  bool isInOrder(TaskIndex task) const;
  /// Heads, ends, tails, makespan; \returns false on a circle.
  bool evaluate();
  bool sortUnits();

  const Graph &graph_;
  ArcGraph arcs_;
  std::vector<uint32_t> waitsAtFirst_; ///< of each unit, for edges alone

  std::vector<CoreIndex> core_;
  std::vector<TaskIndex> prev_, next_, first_, last_;

  std::vector<double> head_, tail_; ///< by unit
  std::vector<double> end_;         ///< by task
  std::vector<Unit> sorted_;
  std::vector<size_t> position_;
  std::vector<double> latest_;
  double makespan_ = 0;
  std::vector<uint32_t> waits_; ///< for sortUnits
  uint64_t work_ = 0;
};

} // namespace hocket::scheduling
