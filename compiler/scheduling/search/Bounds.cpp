// SPDX-License-Identifier: Apache-2.0
//
// The longest path, the work for the cores, and both together: tasks that
// cannot start before a and have at least b behind them take a + work / cores +
// b (Fernandez and Bussell, "Bounds on the number of processors and time for
// multiprocessor optimal schedules", IEEE Trans. Computers C-22(8), 1973).
#include "scheduling/search/Bounds.h"

#include "scheduling/Handover.h"

#include "llvm/ADT/BitVector.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hocket::scheduling {

namespace {

/// More tasks than this have too many pairs of a and b.
constexpr size_t mostForIntervals = 1500;

/// Data between two tasks that cannot be on one core.
double certainTransfer(const Graph &graph, TaskIndex from,
                       const Neighbour &edge) {
  const std::vector<Task> &tasks = graph.problem().tasks;
  const std::optional<CoreIndex> &a = tasks[from].pinned;
  const std::optional<CoreIndex> &b = tasks[edge.task].pinned;
  return a && b ? graph.transfer(edge, *a, *b) : 0;
}

double leastCost(const Graph &graph, TaskIndex task) {
  double least = graph.problem().tasks[task].cost.front();
  const std::vector<double> &cost = graph.problem().tasks[task].cost;
  if (const std::optional<CoreIndex> &pin = graph.problem().tasks[task].pinned)
    return cost[*pin];
  for (double c : cost)
    least = std::min(least, c);
  return least;
}

/// Whether the edge orders its tasks wherever they are.
bool isCertain(const Graph &graph, TaskIndex from, const Neighbour &edge) {
  const std::vector<Task> &tasks = graph.problem().tasks;
  return !edge.onlyOnSameCore ||
         (tasks[from].pinned && tasks[from].pinned == tasks[edge.task].pinned);
}

double weightedCost(const Task &task, const std::vector<double> &weight) {
  if (task.pinned)
    return task.cost[*task.pinned] * weight[*task.pinned];
  double least = task.cost[0] * weight[0];
  for (CoreIndex core = 1; core < weight.size(); ++core)
    least = std::min(least, task.cost[core] * weight[core]);
  return least;
}

double workBound(const Problem &problem, const std::vector<double> &weight) {
  double sum = 0;
  for (const Task &task : problem.tasks)
    sum += weightedCost(task, weight);
  return sum;
}

double pinnedBound(const Problem &problem) {
  std::vector<double> load(problem.cores);
  for (const Task &task : problem.tasks)
    if (task.pinned)
      load[*task.pinned] += task.cost[*task.pinned];
  return *std::max_element(load.begin(), load.end());
}

/// The weights that bounds are computed with.
std::vector<std::vector<double>> weightings(const Problem &problem) {
  return {speedWeights(problem),
          std::vector<double>(problem.cores, 1.0 / problem.cores)};
}

Windows pathWindows(const Graph &graph) {
  size_t n = graph.problem().tasks.size();
  Windows windows{std::vector<double>(n), std::vector<double>(n),
                  std::vector<double>(n)};
  for (TaskIndex task = 0; task < n; ++task) {
    windows.cost[task] = leastCost(graph, task);
    for (const Neighbour &pred : graph.preds(task))
      if (isCertain(graph, task, pred))
        windows.head[task] =
            std::max(windows.head[task],
                     windows.head[pred.task] + windows.cost[pred.task] +
                         certainTransfer(graph, task, pred));
  }
  for (TaskIndex task = TaskIndex(n); task-- > 0;) {
    for (const Neighbour &succ : graph.succs(task))
      if (isCertain(graph, task, succ))
        windows.tail[task] = std::max(windows.tail[task],
                                      windows.tail[succ.task] +
                                          certainTransfer(graph, task, succ));
    windows.tail[task] += windows.cost[task];
  }
  return windows;
}

/// Heads and tails with the work for the cores in mind: all that a task waits
/// for, of which none can start before a, is done at a + work / cores at the
/// earliest; and so for what waits for it. What is found for one task serves
/// for those after it, so that bounds of parts that follow each other add up.
class Sharpening {
public:
  Sharpening(const Graph &graph, Windows &windows,
             const std::vector<double> &weight)
      : graph_(graph), windows_(windows), n_(windows.head.size()), work_(n_) {
    for (TaskIndex task = 0; task < n_; ++task)
      work_[task] = weightedCost(graph.problem().tasks[task], weight);
  }

  void run() {
    begin();
    for (TaskIndex task = 0; task < n_; ++task) {
      double &head = windows_.head[task];
      for (const Neighbour &pred : graph_.preds(task))
        if (isCertain(graph_, task, pred)) {
          reach(task, pred.task);
          head = std::max(head, windows_.head[pred.task] +
                                    windows_.cost[pred.task] +
                                    certainTransfer(graph_, task, pred));
        }
      head = std::max(head, workBetween(task, windows_.head));
      add(task, windows_.head);
    }
    begin();
    std::vector<double> rest(n_);
    for (TaskIndex task = TaskIndex(n_); task-- > 0;) {
      rest[task] = windows_.tail[task] - windows_.cost[task];
      for (const Neighbour &succ : graph_.succs(task))
        if (isCertain(graph_, task, succ)) {
          reach(task, succ.task);
          rest[task] =
              std::max(rest[task], windows_.tail[succ.task] +
                                       certainTransfer(graph_, task, succ));
        }
      rest[task] = std::max(rest[task], workBetween(task, rest));
      windows_.tail[task] = rest[task] + windows_.cost[task];
      add(task, rest);
    }
  }

private:
  void begin() {
    reached_.assign(n_, llvm::BitVector(unsigned(n_)));
    sorted_.clear();
  }
  void reach(TaskIndex task, TaskIndex other) {
    reached_[task].set(other);
    reached_[task] |= reached_[other];
  }
  void add(TaskIndex task, const std::vector<double> &at) {
    auto place = std::upper_bound(
        sorted_.begin(), sorted_.end(), task,
        [&](TaskIndex a, TaskIndex b) { return at[a] > at[b]; });
    sorted_.insert(place, task);
  }
  double workBetween(TaskIndex task, const std::vector<double> &at) const {
    double sum = 0, most = 0;
    for (TaskIndex other : sorted_)
      if (reached_[task].test(other)) {
        sum += work_[other];
        most = std::max(most, at[other] + sum);
      }
    return most;
  }

  const Graph &graph_;
  Windows &windows_;
  size_t n_;
  std::vector<double> work_;
  std::vector<llvm::BitVector> reached_;
  std::vector<TaskIndex> sorted_; ///< by `at`, latest first
};

/// Over all a and b: a + work of tasks with head >= a and at least b after
/// them + b. For each a, the tasks by what is behind them, longest first.
double intervalBound(const Problem &problem, const Windows &windows,
                     const std::vector<double> &weight) {
  std::vector<TaskIndex> byHead(problem.tasks.size()), byRest;
  std::iota(byHead.begin(), byHead.end(), 0);
  byRest = byHead;
  auto rest = [&](TaskIndex t) { return windows.tail[t] - windows.cost[t]; };
  std::stable_sort(byHead.begin(), byHead.end(), [&](TaskIndex a, TaskIndex b) {
    return windows.head[a] < windows.head[b];
  });
  std::stable_sort(byRest.begin(), byRest.end(),
                   [&](TaskIndex a, TaskIndex b) { return rest(a) > rest(b); });
  std::vector<double> work(problem.tasks.size());
  for (TaskIndex t = 0; t < work.size(); ++t)
    work[t] = weightedCost(problem.tasks[t], weight);
  double bound = 0, last = -1;
  for (TaskIndex first : byHead) {
    double head = windows.head[first];
    if (head == last)
      continue;
    last = head;
    double sum = 0;
    for (TaskIndex t : byRest)
      if (windows.head[t] >= head) {
        sum += work[t];
        bound = std::max(bound, head + sum + rest(t));
      }
  }
  return bound;
}

} // namespace

Windows windowsOf(const Graph &graph) {
  Windows windows = pathWindows(graph);
  if (graph.problem().tasks.size() <= mostForIntervals)
    for (const std::vector<double> &weight : weightings(graph.problem()))
      Sharpening(graph, windows, weight).run();
  return windows;
}

std::vector<double> speedWeights(const Problem &problem) {
  std::vector<double> weight(problem.cores);
  double sum = 0;
  for (CoreIndex core = 0; core < problem.cores; ++core) {
    double total = 0;
    for (const Task &task : problem.tasks)
      total += task.cost[core];
    weight[core] = total > 0 ? 1 / total : 0;
    sum += weight[core];
  }
  for (double &w : weight)
    w = sum > 0 ? w / sum : 1.0 / problem.cores;
  return weight;
}

bool isIntegral(const Problem &problem) {
  auto isWhole = [](double value) {
    return value == std::floor(value) && value < 1e12;
  };
  for (const Task &task : problem.tasks)
    if (!std::all_of(task.cost.begin(), task.cost.end(), isWhole))
      return false;
  const Handovers handovers(problem);
  for (const Edge &edge : problem.edges)
    for (const Handover &handover : handovers.kinds())
      if (!isWhole(double(edge.bytes) * handover.nsPerByte))
        return false;
  return std::all_of(
      handovers.kinds().begin(), handovers.kinds().end(),
      [&](const Handover &handover) { return isWhole(handover.waitNs); });
}

double lowerBound(const Graph &graph) {
  const Problem &problem = graph.problem();
  if (problem.tasks.empty())
    return 0;
  double bound = pinnedBound(problem);
  for (const std::vector<double> &weight : weightings(problem))
    bound = std::max(bound, workBound(problem, weight));
  if (problem.repeats)
    return bound; // repetitions overlap
  Windows windows = windowsOf(graph);
  for (TaskIndex task = 0; task < problem.tasks.size(); ++task)
    bound = std::max(bound, windows.head[task] + windows.tail[task]);
  if (problem.tasks.size() <= mostForIntervals)
    for (const std::vector<double> &weight : weightings(problem))
      bound = std::max(bound, intervalBound(problem, windows, weight));
  // No schedule that starts everything as early as it can ends between whole
  // numbers, if all times are such.
  return isIntegral(problem) ? std::ceil(bound * (1 - 1e-12)) : bound;
}

} // namespace hocket::scheduling
