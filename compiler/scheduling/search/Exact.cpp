// SPDX-License-Identifier: Apache-2.0
//
// Branch and bound, depth first. A schedule is built by placing tasks in the
// order of their starts, each behind what its core has; so each schedule whose
// tasks start as early as they can is met once for each order of equal starts.
// What is cut off:
//
// * partial schedules whose bound is no better than the best schedule: longest
//   path from what is placed, and work left over for the cores (Bounds.h);
// * of cores that are alike and empty, all but the first;
// * partial schedules that are no better than another one of the same tasks in
//   any respect: neither is a core free earlier, nor a result that is still
//   needed there earlier on the same core, nor was the last task started
//   earlier, nor is the sum of all starts less. The other one can be continued
//   in the same way. That never ends in a circle, each schedule given up for
//   the sake of the next: either the sum of starts becomes less, or it stays
//   and the other schedule has been looked at before.
//
// Depth first with bounds for tasks on processors: Kasahara and Narita 1984
// (DF/IHS). Dominance: after Kohler and Steiglitz, "Characterization and
// theoretical comparison of branch-and-bound algorithms for permutation
// problems", J. ACM 21(1), 1974.
#include "scheduling/search/Exact.h"

#include "scheduling/search/Bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace hocket::scheduling {

namespace {

constexpr size_t mostTasks = 64;
/// Numbers in the table of partial schedules; it is not filled further.
constexpr size_t mostInTable = 4'000'000;

bool isTooHard(const Problem &problem) {
  auto dependsOnPlace = [&](const Edge &edge) {
    return edge.onlyOnSameCore && edge.distance == 0;
  };
  auto isInGang = [](const Task &task) { return task.gang.has_value(); };
  return problem.tasks.empty() || problem.tasks.size() > mostTasks ||
         problem.repeats ||
         std::any_of(problem.edges.begin(), problem.edges.end(),
                     dependsOnPlace) ||
         std::any_of(problem.tasks.begin(), problem.tasks.end(), isInGang);
}

/// For each core the first one that is like it in all respects.
std::vector<CoreIndex> firstOfItsKind(const Problem &problem) {
  std::vector<bool> isAsked(problem.cores);
  for (const Task &task : problem.tasks)
    if (task.pinned)
      isAsked[*task.pinned] = true;
  std::vector<CoreIndex> kind(problem.cores);
  for (CoreIndex core = 0; core < problem.cores; ++core) {
    auto isLike = [&](CoreIndex other) {
      return !isAsked[core] && !isAsked[other] &&
             problem.cluster[core] == problem.cluster[other] &&
             std::all_of(problem.tasks.begin(), problem.tasks.end(),
                         [&](const Task &task) {
                           return task.cost[core] == task.cost[other];
                         });
    };
    kind[core] = core;
    for (CoreIndex other = 0; other < core; ++other)
      if (isLike(other)) {
        kind[core] = kind[other];
        break;
      }
  }
  return kind;
}

/// Partial schedules that have been looked at, by which tasks they place.
class Table {
public:
  /// Whether one like it that is no worse in any of the numbers is there; if
  /// not, it is put there.
  bool isCovered(uint64_t placed, const std::vector<double> &numbers,
                 size_t fixed) {
    std::vector<std::vector<double>> &others = entries_[placed];
    for (const std::vector<double> &other : others)
      if (other.size() == numbers.size() &&
          std::equal(other.begin(), other.begin() + ptrdiff_t(fixed),
                     numbers.begin()) &&
          std::equal(other.begin() + ptrdiff_t(fixed), other.end(),
                     numbers.begin() + ptrdiff_t(fixed),
                     std::less_equal<double>()))
        return true;
    if (size_ < mostInTable && others.size() < 64) {
      size_ += numbers.size() + 8;
      others.push_back(numbers);
    }
    return false;
  }

private:
  std::unordered_map<uint64_t, std::vector<std::vector<double>>> entries_;
  size_t size_ = 0;
};

/// A task on a core, to be placed next.
struct Choice {
  TaskIndex task;
  CoreIndex core;
  double start, bound;
};

class BranchAndBound {
public:
  BranchAndBound(const Graph &graph, double upper, uint64_t steps)
      : graph_(graph), problem_(graph.problem()), n_(problem_.tasks.size()),
        windows_(windowsOf(graph)), kind_(firstOfItsKind(problem_)),
        step_(isIntegral(problem_) ? 1 : 0), steps_(steps), waits_(n_),
        placement_(n_), ready_(n_), free_(problem_.cores) {
    setUpper(upper);
    for (TaskIndex task = 0; task < n_; ++task)
      waits_[task] = graph.preds(task).size();
    byRest_.resize(n_);
    std::iota(byRest_.begin(), byRest_.end(), 0);
    std::stable_sort(
        byRest_.begin(), byRest_.end(),
        [&](TaskIndex a, TaskIndex b) { return rest(a) > rest(b); });
    std::vector<double> even(problem_.cores, 1.0 / problem_.cores);
    for (const std::vector<double> &weight : {speedWeights(problem_), even})
      weighings_.push_back(weigh(weight));
  }

  ExactResult run() {
    ExactResult result;
    result.isProven = visit(0, 0, 0);
    result.schedule = std::move(best_);
    return result;
  }

private:
  struct Weighing {
    std::vector<double> core, task; ///< weights; least weighted costs
  };

  double rest(TaskIndex task) const {
    return windows_.tail[task] - windows_.cost[task];
  }
  bool isPlaced(TaskIndex task) const { return placed_ >> task & 1; }
  bool mayUse(TaskIndex task, CoreIndex core) const {
    const std::optional<CoreIndex> &pin = problem_.tasks[task].pinned;
    return !pin || *pin == core;
  }

  /// Only what is shorter than `upper` is looked for; where all times are whole
  /// numbers, shorter by 1.
  void setUpper(double upper) {
    limit_ = upper - std::max(step_ * (1 - 1e-6), 1e-9 * upper);
  }
  bool isCut(double bound) const { return bound > limit_; }

  Weighing weigh(const std::vector<double> &weight) const {
    Weighing weighing{weight, {}};
    for (TaskIndex task = 0; task < n_; ++task) {
      double least = std::numeric_limits<double>::infinity();
      for (CoreIndex core = 0; core < problem_.cores; ++core)
        if (mayUse(task, core))
          least =
              std::min(least, problem_.tasks[task].cost[core] * weight[core]);
      weighing.task.push_back(least);
    }
    return weighing;
  }

  /// When all that the task reads from placed tasks has arrived.
  double arrival(TaskIndex task, CoreIndex core) const {
    double at = 0;
    for (const Neighbour &pred : graph_.preds(task))
      if (isPlaced(pred.task)) {
        const Placement &from = placement_[pred.task];
        at = std::max(at, from.end + graph_.transfer(pred, from.core, core));
      }
    return at;
  }

  /// Of all schedules that go on from here, none of whose tasks starts before
  /// `last`.
  double bound(double last) {
    double bound = 0;
    for (TaskIndex task = 0; task < n_; ++task) {
      if (isPlaced(task)) {
        bound = std::max(bound, placement_[task].end);
        continue;
      }
      double after = last; // tasks not placed end at the earliest
      for (const Neighbour &pred : graph_.preds(task))
        if (!isPlaced(pred.task))
          after = std::max(after, ready_[pred.task]);
      double end = std::numeric_limits<double>::infinity();
      for (CoreIndex core = 0; core < problem_.cores; ++core)
        if (mayUse(task, core))
          end = std::min(end,
                         std::max({after, free_[core], arrival(task, core)}) +
                             problem_.tasks[task].cost[core]);
      ready_[task] = end;
      bound = std::max(bound, end + rest(task));
      if (isCut(bound))
        return bound;
    }
    for (const Weighing &weighing : weighings_)
      bound = std::max(bound, workBound(weighing, last));
    return bound;
  }

  double workBound(const Weighing &weighing, double last) const {
    double sum = 0, bound = 0;
    for (CoreIndex core = 0; core < problem_.cores; ++core)
      sum += weighing.core[core] * std::max(last, free_[core]);
    for (TaskIndex task : byRest_)
      if (!isPlaced(task)) {
        sum += weighing.task[task];
        bound = std::max(bound, sum + rest(task));
      }
    return bound;
  }

  /// Runs `inside` with the task placed.
  template <typename Fn> auto placed(const Choice &choice, Fn inside) {
    double before = free_[choice.core];
    double end = choice.start + problem_.tasks[choice.task].cost[choice.core];
    free_[choice.core] = end;
    placement_[choice.task] = {choice.core, choice.start, end};
    placed_ |= uint64_t(1) << choice.task;
    for (const Neighbour &succ : graph_.succs(choice.task))
      --waits_[succ.task];
    ++used_[choice.core];
    auto result = inside();
    --used_[choice.core];
    for (const Neighbour &succ : graph_.succs(choice.task))
      ++waits_[succ.task];
    placed_ &= ~(uint64_t(1) << choice.task);
    free_[choice.core] = before;
    return result;
  }

  /// Of empty cores that are alike only the first is tried.
  bool isSpare(CoreIndex core) const {
    if (used_[core] > 0)
      return false;
    for (CoreIndex other = kind_[core]; other < core; ++other)
      if (kind_[other] == kind_[core] && used_[other] == 0)
        return true;
    return false;
  }

  /// What may be placed next, most promising first.
  std::vector<Choice> choices(double last) {
    std::vector<Choice> list;
    for (TaskIndex task = 0; task < n_; ++task) {
      if (isPlaced(task) || waits_[task] > 0)
        continue;
      for (CoreIndex core = 0; core < problem_.cores; ++core) {
        if (!mayUse(task, core) || isSpare(core))
          continue;
        Choice choice{task, core, std::max(free_[core], arrival(task, core)),
                      0};
        if (choice.start < last)
          continue; // would have been placed before
        ++taken_;
        choice.bound = placed(choice, [&] { return bound(choice.start); });
        if (!isCut(choice.bound))
          list.push_back(choice);
      }
    }
    std::stable_sort(list.begin(), list.end(),
                     [&](const Choice &a, const Choice &b) {
                       if (a.bound != b.bound)
                         return a.bound < b.bound;
                       if (a.start != b.start)
                         return a.start < b.start;
                       return windows_.tail[a.task] > windows_.tail[b.task];
                     });
    return list;
  }

  bool isCovered(double last, double sumOfStarts) {
    numbers_.clear();
    for (TaskIndex task = 0; task < n_; ++task)
      if (isPlaced(task) && isNeeded(task))
        numbers_.push_back(placement_[task].core);
    size_t fixed = numbers_.size();
    numbers_.push_back(last);
    numbers_.push_back(sumOfStarts);
    for (double free : free_)
      numbers_.push_back(std::max(last, free));
    for (TaskIndex task = 0; task < n_; ++task)
      if (isPlaced(task) && isNeeded(task))
        numbers_.push_back(placement_[task].end);
    return table_.isCovered(placed_, numbers_, fixed);
  }

  /// Some task that is not placed reads what it makes.
  bool isNeeded(TaskIndex task) const {
    for (const Neighbour &succ : graph_.succs(task))
      if (!isPlaced(succ.task))
        return true;
    return false;
  }

  /// All schedules that go on from here. \returns false if the steps ran out.
  bool visit(size_t depth, double last, double sumOfStarts) {
    if (depth == n_) {
      keep();
      return true;
    }
    if (isCovered(last, sumOfStarts))
      return true;
    for (const Choice &choice : choices(last)) {
      if (isCut(choice.bound))
        continue; // a better schedule was found meanwhile
      if (taken_ > steps_)
        return false;
      if (!placed(choice, [&] {
            return visit(depth + 1, choice.start, sumOfStarts + choice.start);
          }))
        return false;
    }
    return taken_ <= steps_;
  }

  void keep() {
    Schedule schedule;
    schedule.algorithm = "exact";
    schedule.placements = placement_;
    schedule.order.resize(problem_.cores);
    for (const Placement &placement : placement_)
      schedule.makespan = std::max(schedule.makespan, placement.end);
    schedule.period = schedule.makespan;
    for (TaskIndex task = 0; task < n_; ++task)
      schedule.order[placement_[task].core].push_back(task);
    // Tasks that take no time stay in the order of their edges.
    for (std::vector<TaskIndex> &order : schedule.order)
      std::stable_sort(
          order.begin(), order.end(), [&](TaskIndex a, TaskIndex b) {
            const Placement &x = placement_[a], &y = placement_[b];
            return x.start != y.start ? x.start < y.start : x.end < y.end;
          });
    setUpper(schedule.makespan);
    best_ = std::move(schedule);
  }

  const Graph &graph_;
  const Problem &problem_;
  size_t n_;
  Windows windows_;
  std::vector<CoreIndex> kind_;
  double step_;
  uint64_t steps_, taken_ = 0;
  double limit_ = 0;
  std::vector<TaskIndex> byRest_;
  std::vector<Weighing> weighings_;

  uint64_t placed_ = 0;
  std::vector<size_t> waits_;
  std::vector<Placement> placement_;
  std::vector<double> ready_; ///< in bound(): earliest end of a task
  std::vector<double> free_;
  std::vector<unsigned> used_ = std::vector<unsigned>(free_.size());
  Table table_;
  std::vector<double> numbers_;
  std::optional<Schedule> best_;
};

} // namespace

ExactResult searchExactly(const Graph &graph, double upper, uint64_t steps) {
  if (isTooHard(graph.problem()))
    return {};
  return BranchAndBound(graph, upper, steps).run();
}

} // namespace hocket::scheduling
