// SPDX-License-Identifier: Apache-2.0
//
// The list schedulers that look at ready tasks only: CP/MISF, CP/DT/MISF and
// ETF/CP, and the sequential one that they must beat.
//
// Kasahara and Narita, "Practical multiprocessor scheduling algorithms for
// efficient parallel processing", IEEE Trans. Computers C-33(11), 1984.
// Hwang, Chow, Anger and Lee, "Scheduling precedence graphs in systems with
// interprocessor communication times", SIAM J. Comput. 18(2), 1989 (ETF).
#include "scheduling/Graph.h"
#include "scheduling/Schedulers.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace hocket::scheduling {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// Tasks by level, then by number of immediate successors, then by index.
class Priority {
public:
  explicit Priority(const Graph &graph)
      : graph_(graph), level_(graph.levels()) {}
  /// a goes before b.
  bool operator()(TaskIndex a, TaskIndex b) const {
    return std::tuple(-level_[a], -double(graph_.succs(a).size()), a) <
           std::tuple(-level_[b], -double(graph_.succs(b).size()), b);
  }

private:
  const Graph &graph_;
  std::vector<double> level_;
};

/// Counts down the unfinished predecessors of each task; a gang is ready when
/// all its tasks are, and its leader stands for it.
class Readiness {
public:
  explicit Readiness(const Graph &graph) : graph_(graph) {
    waits_.resize(graph.problem().tasks.size());
    for (TaskIndex t = 0; t < waits_.size(); ++t)
      waits_[graph.gang(t).front()] += graph.preds(t).size();
  }
  std::vector<TaskIndex> entries() const {
    std::vector<TaskIndex> ready;
    for (TaskIndex t = 0; t < waits_.size(); ++t)
      if (waits_[t] == 0 && graph_.isLeader(t))
        ready.push_back(t);
    return ready;
  }
  /// Appends to `ready` the tasks whose last predecessor is `task`.
  void done(TaskIndex task, std::vector<TaskIndex> &ready) {
    for (const Neighbour &succ : graph_.succs(task)) {
      TaskIndex leader = graph_.gang(succ.task).front();
      if (--waits_[leader] == 0)
        ready.push_back(leader);
    }
  }

private:
  const Graph &graph_;
  std::vector<size_t> waits_;
};

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
        readiness_(graph), schedule_(graph) {}

  Schedule run(std::string name) && {
    ready_ = readiness_.entries();
    while (!ready_.empty() || !running_.empty()) {
      while (placeOne())
        ;
      advance();
    }
    return std::move(schedule_).finish(std::move(name));
  }

private:
  bool isFree(CoreIndex core) const { return schedule_.freeAt(core) <= now_; }

  /// The free core for the task; none if no core that it may use is free.
  std::optional<CoreIndex> chooseCore(TaskIndex task) const {
    std::optional<CoreIndex> best;
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

  /// \returns false if not all cores of the task's gang are free.
  bool place(TaskIndex leader) {
    const std::vector<TaskIndex> &gang = graph_.gang(leader);
    std::optional<CoreIndex> core;
    for (TaskIndex task : gang)
      if (!(core = chooseCore(task)))
        return false;
    if (gang.size() > 1)
      schedule_.appendGang(leader, now_);
    else
      schedule_.append(leader, *core, now_);
    running_.insert(running_.end(), gang.begin(), gang.end());
    return true;
  }

  /// \returns false if no ready task has a free core.
  bool placeOne() {
    std::sort(ready_.begin(), ready_.end(), before_);
    auto placed = std::find_if(ready_.begin(), ready_.end(),
                               [&](TaskIndex task) { return place(task); });
    if (placed == ready_.end())
      return false;
    ready_.erase(placed);
    return true;
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
    for (auto it = ended; it != running_.end(); ++it)
      readiness_.done(*it, ready_);
    running_.erase(ended, running_.end());
  }

  const Graph &graph_;
  bool minimizeTransfer_;
  Priority before_;
  Readiness readiness_;
  PartialSchedule schedule_;
  std::vector<TaskIndex> ready_, running_;
  double now_ = 0;
};

/// A ready task with what does not change until it is placed, and where it
/// could start first at the moment.
struct Candidate {
  TaskIndex task = 0; ///< or the leader of a gang, which has no choice
  std::vector<CoreIndex> cores;
  std::vector<double> dataReady; ///< for each of `cores`
  CoreIndex core = 0;
  double start = 0;

  void chooseCore(const Graph &graph, const PartialSchedule &schedule) {
    if (graph.gang(task).size() > 1) {
      start = schedule.gangReady(task);
      return;
    }
    start = never;
    for (size_t i = 0; i < cores.size(); ++i) {
      double earliest = std::max(dataReady[i], schedule.freeAt(cores[i]));
      if (earliest < start ||
          (earliest == start && graph.isPreferred(task, cores[i]))) {
        start = earliest;
        core = cores[i];
      }
    }
  }
};

Candidate makeCandidate(const Graph &graph, const PartialSchedule &schedule,
                        TaskIndex task) {
  Candidate candidate;
  candidate.task = task;
  candidate.cores = graph.allowedCores(task);
  for (CoreIndex core : candidate.cores)
    candidate.dataReady.push_back(schedule.dataReady(task, core));
  return candidate;
}

} // namespace

Schedule scheduleCpMisf(const Problem &problem) {
  Graph graph(problem);
  return TimeDriven(graph, false).run("cp-misf");
}

Schedule scheduleCpDtMisf(const Problem &problem) {
  Graph graph(problem);
  return TimeDriven(graph, true).run("cp-dt-misf");
}

Schedule scheduleEtfCp(const Problem &problem) {
  Graph graph(problem);
  Priority before(graph);
  Readiness readiness(graph);
  PartialSchedule schedule(graph);
  std::vector<TaskIndex> fresh = readiness.entries();
  std::vector<Candidate> ready;
  while (true) {
    for (TaskIndex task : fresh)
      ready.push_back(makeCandidate(graph, schedule, task));
    fresh.clear();
    if (ready.empty())
      break;
    size_t best = 0;
    for (Candidate &candidate : ready) {
      candidate.chooseCore(graph, schedule);
      const Candidate &other = ready[best];
      if (candidate.start < other.start || (candidate.start == other.start &&
                                            before(candidate.task, other.task)))
        best = &candidate - ready.data();
    }
    Candidate chosen = std::move(ready[best]);
    ready.erase(ready.begin() + best);
    const std::vector<TaskIndex> &gang = graph.gang(chosen.task);
    if (gang.size() > 1)
      schedule.appendGang(chosen.task);
    else
      schedule.append(chosen.task, chosen.core);
    for (TaskIndex task : gang)
      readiness.done(task, fresh);
  }
  return std::move(schedule).finish("etf-cp");
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
      {"cp-misf", scheduleCpMisf},
      {"cp-dt-misf", scheduleCpDtMisf},
      {"etf-cp", scheduleEtfCp},
      {"heft", scheduleHeft},
      {"sequential", scheduleSequentially},
  };
  return table;
}

} // namespace hocket::scheduling
