// SPDX-License-Identifier: Apache-2.0
//
// What a move of one task to another place would make of the makespan, without
// trying it.
//
// Take task v out. No path to v and none from v changes by putting it back
// somewhere, as long as that closes no circle; so at each place the longest
// path through v is head + cost + tail, computed from the graph without v, and
// the new makespan is the greater of that and the makespan without v. On each
// core the places that close no circle lie between the last task that must
// come before v and the first that must come after it.
//
// Mastrolilli and Gambardella, "Effective neighbourhood functions for the
// flexible job shop problem", J. Scheduling 3(1), 2000; here with transfers
// between cores, and all places looked at where theirs names one of the best.
#pragma once

#include "scheduling/search/Sequences.h"

#include <vector>

namespace hocket::scheduling {

struct Move {
  TaskIndex task = 0;
  CoreIndex core = 0;
  TaskIndex after = Sequences::nobody; ///< on that core; nobody: it goes first
  double makespan = 0;
  double through = 0; ///< the longest path through the task
  bool isBetterThan(const Move &other) const {
    return makespan != other.makespan ? makespan < other.makespan
                                      : through < other.through;
  }
};

class MoveFinder {
public:
  explicit MoveFinder(const Sequences &sequences);

  /// For each core that the task, of no gang, may use: the best place on it,
  /// the one where it is left out; none for a core without a possible place.
  void find(TaskIndex task, std::vector<Move> &moves);

  /// Tasks and edges looked at so far.
  uint64_t work() const { return work_; }

private:
  /// Heads and ends without `out`; \returns the makespan without it. Marks what
  /// comes after it wherever it is put.
  double leaveOutOfHeads(TaskIndex out);
  /// Tails without it; marks what comes before it.
  void leaveOutOfTails(TaskIndex out);
  void markSameCoreNeighbours(TaskIndex task);
  void addBestPlace(TaskIndex task, CoreIndex core, double without,
                    std::vector<Move> &moves) const;
  double arrival(TaskIndex task, CoreIndex core) const;
  double rest(TaskIndex task, CoreIndex core) const;

  bool isMarked(const std::vector<uint32_t> &marks, TaskIndex task) const {
    return marks[arcs_.unitOf(task)] == stamp_;
  }
  double end(TaskIndex task) const {
    return isMarked(headChanged_, task) ? end_[task] : sequences_.end(task);
  }
  double tail(TaskIndex task) const {
    Unit unit = arcs_.unitOf(task);
    return tailChanged_[unit] == stamp_ ? tail_[unit] : sequences_.tail(unit);
  }
  bool mustFollow(TaskIndex task) const {
    return isMarked(isAfter_, task) || followsOnCore_[task] == stamp_;
  }
  bool mustPrecede(TaskIndex task) const {
    return isMarked(isBefore_, task) || precedesOnCore_[task] == stamp_;
  }

  const Sequences &sequences_;
  const ArcGraph &arcs_;
  /// A mark counts if it is the latest stamp.
  uint32_t stamp_ = 0;
  std::vector<uint32_t> headChanged_, tailChanged_;      ///< by unit
  std::vector<uint32_t> isAfter_, isBefore_;             ///< by unit
  std::vector<uint32_t> followsOnCore_, precedesOnCore_; ///< by task
  std::vector<double> tail_;                             ///< by unit
  std::vector<double> end_;                              ///< by task
  uint64_t work_ = 0;
};

} // namespace hocket::scheduling
