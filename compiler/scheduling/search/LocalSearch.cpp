// SPDX-License-Identifier: Apache-2.0
//
// A tabu search: again and again the best of all moves of tasks on a longest
// path, each to its best place on each core, even where that makes the schedule
// longer; a task that has left a core may not go back for a while. Now and then
// tasks of two cores are exchanged. Where nothing better is found for long, it
// starts again: from the next of the schedules given, then from the best one
// with some tasks moved at random. The random numbers are the same every time.
//
// Glover, "Tabu search - part I", ORSA J. Computing 1(3), 1989; the moves:
// Mastrolilli and Gambardella 2000, see Moves.h.
#include "scheduling/search/LocalSearch.h"

#include "scheduling/search/Moves.h"

#include <algorithm>
#include <random>

namespace hocket::scheduling {

namespace {

class TabuSearch {
public:
  TabuSearch(const Graph &graph, double lower, uint64_t work)
      : graph_(graph), tasks_(graph.problem().tasks.size()),
        cores_(graph.problem().cores), lower_(lower * (1 + 1e-9)), work_(work),
        sequences_(graph), finder_(sequences_), tabuUntil_(tasks_ * cores_) {}

  Schedule run(const std::vector<Schedule> &starts) {
    std::vector<const Schedule *> sorted;
    for (const Schedule &start : starts)
      sorted.push_back(&start);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Schedule *a, const Schedule *b) {
                       return a->makespan < b->makespan;
                     });
    best_ = *sorted.front();
    for (const Schedule *start : sorted) {
      if (isDone())
        break;
      sequences_.take(*start);
      climb();
    }
    while (!isDone()) {
      sequences_.take(best_);
      if (!shake())
        break;
      climb();
    }
    return std::move(best_);
  }

private:
  bool isDone() const {
    return best_.makespan <= lower_ ||
           sequences_.work() + finder_.work() >= work_;
  }

  void apply(const Move &move) {
    sequences_.move(move.task, move.core, move.after);
  }
  /// Belongs to no gang.
  bool isMovable(TaskIndex task) const {
    const ArcGraph &arcs = sequences_.arcs();
    return arcs.isAlone(arcs.unitOf(task));
  }

  /// Moves until for long nothing is better than the best of this climb.
  void climb() {
    double best = sequences_.makespan();
    keepIfBest();
    size_t patience = 60 + 2 * std::min<size_t>(tasks_, 200);
    for (size_t idle = 0; idle < patience && !isDone(); ++idle) {
      if (idle % 8 == 7)
        exchangeSome();
      else if (!step() && !exchangeSome())
        return;
      if (sequences_.makespan() < best * (1 - 1e-12)) {
        best = sequences_.makespan();
        idle = 0;
        keepIfBest();
      }
    }
  }

  void keepIfBest() {
    if (sequences_.makespan() < best_.makespan * (1 - 1e-12))
      best_ = sequences_.schedule("search");
  }

  /// The best move that is not tabu. \returns false if there is none.
  bool step() {
    ++steps_;
    sequences_.criticalTasks(critical_);
    std::optional<Move> chosen;
    size_t equals = 0;
    // Some of them, if there are many: another choice each time.
    size_t count = std::min(critical_.size(), mostLookedAt);
    for (size_t i = 0; i < count; ++i) {
      std::swap(critical_[i],
                critical_[i + random_() % (critical_.size() - i)]);
      finder_.find(critical_[i], moves_);
      for (const Move &move : moves_) {
        bool isTabu = tabuUntil_[move.task * cores_ + move.core] > steps_;
        if (isTabu && move.makespan >= best_.makespan * (1 - 1e-12))
          continue;
        if (chosen && chosen->isBetterThan(move))
          continue;
        bool isEqual = chosen && !move.isBetterThan(*chosen);
        equals = isEqual ? equals + 1 : 1;
        if (random_() % equals == 0)
          chosen = move;
      }
      if (chosen && chosen->makespan < sequences_.makespan() * (1 - 1e-12))
        break; // good enough to go on from
    }
    if (!chosen)
      return false;
    CoreIndex left = sequences_.core(chosen->task);
    size_t tenure = 4 + count / 2;
    tabuUntil_[chosen->task * cores_ + left] =
        steps_ + tenure + random_() % tenure;
    apply(*chosen);
    return true;
  }

  /// Exchanges a task on a longest path with one of another core, at random,
  /// where that makes the schedule no longer. \returns false if none was found.
  bool exchangeSome() {
    sequences_.criticalTasks(critical_);
    double before = sequences_.makespan();
    for (int tries = 0; tries < 20 && !critical_.empty(); ++tries) {
      TaskIndex a = critical_[random_() % critical_.size()];
      TaskIndex b = TaskIndex(random_() % tasks_);
      if (!mayExchange(a, b) || !sequences_.exchange(a, b))
        continue;
      if (sequences_.makespan() <= before)
        return true;
      sequences_.exchange(a, b);
    }
    return false;
  }

  bool mayExchange(TaskIndex a, TaskIndex b) const {
    return sequences_.core(a) != sequences_.core(b) && isMovable(b) &&
           !graph_.problem().tasks[a].pinned &&
           !graph_.problem().tasks[b].pinned;
  }

  /// Moves some tasks, each to the best place on a random core. \returns false
  /// if none can move.
  bool shake() {
    size_t count = 2 + random_() % (2 + std::min<size_t>(tasks_ / 8, 30));
    bool hasMoved = false;
    for (size_t i = 0; i < count; ++i) {
      TaskIndex task = TaskIndex(random_() % tasks_);
      if (!isMovable(task))
        continue;
      finder_.find(task, moves_);
      if (moves_.empty())
        continue;
      apply(moves_[random_() % moves_.size()]);
      hasMoved = true;
    }
    return hasMoved;
  }

  static constexpr size_t mostLookedAt = 16;

  const Graph &graph_;
  size_t tasks_, cores_;
  double lower_;
  uint64_t work_;
  Sequences sequences_;
  MoveFinder finder_;
  Schedule best_;
  std::mt19937_64 random_{1};
  uint64_t steps_ = 0;
  std::vector<uint64_t> tabuUntil_; ///< by task, then core
  std::vector<TaskIndex> critical_;
  std::vector<Move> moves_;
};

} // namespace

Schedule searchLocally(const Graph &graph, const std::vector<Schedule> &starts,
                       double lower, uint64_t work) {
  return TabuSearch(graph, lower, work).run(starts);
}

} // namespace hocket::scheduling
