// SPDX-License-Identifier: Apache-2.0
//
// The list schedulers that go forward in time: CP/MISF and CP/DT/MISF; the
// sequential one that all must beat; and the table of all.
//
// Kasahara and Narita, "Practical multiprocessor scheduling algorithms for
// efficient parallel processing", IEEE Trans. Computers C-33(11), 1984.
#include "scheduling/Ready.h"
#include "scheduling/Schedulers.h"

#include <algorithm>
#include <limits>

namespace hocket::scheduling {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// Data that crosses cores if `task` runs on `core`: from its predecessors, and
/// to and from the tasks of neighbouring repetitions that have a place already.
double dataTransfer(const Graph &graph, const PartialSchedule &schedule,
                    TaskIndex task, CoreIndex core) {
  double sum = 0;
  for (const Neighbour &pred : graph.preds(task))
    sum += graph.transfer(pred, schedule.placement(pred.task).core, core);
  for (const Neighbour &other : graph.carried(task))
    if (schedule.isPlaced(other.task))
      sum += graph.transfer(other, schedule.placement(other.task).core, core);
  return sum;
}

/// Goes forward in time: whenever a core is free and a task's predecessors are
/// done, the task of highest priority goes to a free core; a gang when all its
/// cores are free.
class TimeDriven {
public:
  TimeDriven(const Graph &graph, bool minimizeTransfer)
      : graph_(graph), minimizeTransfer_(minimizeTransfer), before_(graph),
        readiness_(graph), schedule_(graph),
        queues_(graph.problem().cores + 1, ReadyQueue(before_)) {}

  Schedule run(std::string name) && {
    addReady(readiness_.entries());
    while (waiting_ > 0 || !running_.empty()) {
      while (std::optional<TaskIndex> task = takeNext())
        place(*task);
      advance();
    }
    return std::move(schedule_).finish(std::move(name));
  }

private:
  bool isFree(CoreIndex core) const { return schedule_.freeAt(core) <= now_; }

  /// The queue of tasks that may run anywhere comes after those of the cores.
  ReadyQueue &queueOf(TaskIndex task) {
    return queues_[graph_.problem().tasks[task].pinned.value_or(
        graph_.problem().cores)];
  }

  void addReady(const std::vector<TaskIndex> &tasks) {
    for (TaskIndex task : tasks)
      if (graph_.gang(task).size() > 1)
        gangs_.push_back(task);
      else
        queueOf(task).push(task);
    waiting_ += tasks.size();
  }

  bool hasFreeCores(TaskIndex leader) const {
    for (TaskIndex task : graph_.gang(leader))
      if (!isFree(graph_.allowedCores(task).front()))
        return false;
    return true;
  }

  /// Of the tasks that have a free core the one that goes first; taken off its
  /// queue.
  std::optional<TaskIndex> takeNext() {
    std::optional<TaskIndex> first;
    auto consider = [&](TaskIndex task) {
      if (!first || before_(task, *first))
        first = task;
    };
    bool isAnyFree = false;
    for (CoreIndex core = 0; core < graph_.problem().cores; ++core)
      if (isFree(core)) {
        isAnyFree = true;
        if (!queues_[core].empty())
          consider(queues_[core].top());
      }
    if (isAnyFree && !queues_.back().empty())
      consider(queues_.back().top());
    for (TaskIndex leader : gangs_)
      if (hasFreeCores(leader))
        consider(leader);
    if (!first)
      return first;
    --waiting_;
    if (graph_.gang(*first).size() > 1)
      std::erase(gangs_, *first);
    else
      queueOf(*first).pop();
    return first;
  }

  /// The free core for the task.
  CoreIndex chooseCore(TaskIndex task) const {
    CoreIndex best = 0;
    double least = never;
    for (CoreIndex core : graph_.allowedCores(task)) {
      if (!isFree(core))
        continue;
      double transfer =
          minimizeTransfer_ ? dataTransfer(graph_, schedule_, task, core) : 0;
      if (transfer < least ||
          (transfer == least && graph_.isPreferred(task, core))) {
        least = transfer;
        best = core;
      }
    }
    return best;
  }

  void place(TaskIndex leader) {
    const std::vector<TaskIndex> &gang = graph_.gang(leader);
    if (gang.size() > 1)
      schedule_.appendGang(leader, now_);
    else
      schedule_.append(leader, chooseCore(leader), now_);
    running_.insert(running_.end(), gang.begin(), gang.end());
  }

  /// To the next end of a task; what that makes ready joins the list.
  void advance() {
    double next = never;
    for (TaskIndex task : running_)
      next = std::min(next, schedule_.placement(task).end);
    now_ = std::max(now_, next);
    auto ended = std::stable_partition(
        running_.begin(), running_.end(),
        [&](TaskIndex task) { return schedule_.placement(task).end > now_; });
    std::vector<TaskIndex> ready;
    for (auto it = ended; it != running_.end(); ++it)
      readiness_.done(*it, ready);
    running_.erase(ended, running_.end());
    addReady(ready);
  }

  const Graph &graph_;
  bool minimizeTransfer_;
  Priority before_;
  Readiness readiness_;
  PartialSchedule schedule_;
  std::vector<ReadyQueue> queues_; ///< for each core, and for all
  std::vector<TaskIndex> gangs_;   ///< that are ready: their leaders
  size_t waiting_ = 0;             ///< tasks in these
  std::vector<TaskIndex> running_;
  double now_ = 0;
};

} // namespace

Schedule scheduleCpMisf(const Problem &problem) {
  Graph graph(problem);
  return TimeDriven(graph, false).run("cp-misf");
}

Schedule scheduleCpDtMisf(const Problem &problem) {
  Graph graph(problem);
  return TimeDriven(graph, true).run("cp-dt-misf");
}

Schedule scheduleSequentially(const Problem &problem) {
  Graph graph(problem);
  PartialSchedule schedule(graph);
  for (TaskIndex task = 0; task < problem.tasks.size(); ++task) {
    if (graph.gang(task).size() == 1)
      schedule.append(task, problem.tasks[task].pinned.value_or(0));
    else if (graph.isLeader(task))
      schedule.appendGang(task);
  }
  return std::move(schedule).finish("sequential");
}

const std::vector<Algorithm> &algorithms() {
  static const std::vector<Algorithm> table = {
      {"cp-misf", scheduleCpMisf},      {"cp-dt-misf", scheduleCpDtMisf},
      {"etf-cp", scheduleEtfCp},        {"heft", scheduleHeft},
      {"preferred", schedulePreferred}, {"sequential", scheduleSequentially},
      {"units", scheduleUnits},
  };
  return table;
}

} // namespace hocket::scheduling
