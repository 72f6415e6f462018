// SPDX-License-Identifier: Apache-2.0
//
// ETF/CP: of all ready tasks and cores the pair with the earliest start.
//
// Hwang, Chow, Anger and Lee, "Scheduling precedence graphs in systems with
// interprocessor communication times", SIAM J. Comput. 18(2), 1989. To look at
// all pairs at each step takes the square of the tasks; but a task whose data
// have arrived on each core before any core is free starts on the core that is
// free first, so such tasks wait in one queue by priority; and starts only
// become later, so that of the others only those are looked at again that seem
// to be first. That much is the same schedule; after Radulescu and van Gemund,
// "FLB: fast load balancing for distributed-memory machines", ICPP 1999.
#include "scheduling/Arrivals.h"
#include "scheduling/Ready.h"
#include "scheduling/Schedulers.h"

#include <limits>
#include <optional>

namespace hocket::scheduling {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// Where and when a task, or a gang, could start.
struct Offer {
  TaskIndex task = 0;
  CoreIndex core = 0;
  double start = never;
};

class EarliestFirst {
public:
  explicit EarliestFirst(const Graph &graph)
      : graph_(graph), cores_(graph.problem().cores), before_(graph),
        readiness_(graph), schedule_(graph), arrivals_(graph),
        arrived_(cores_ + 1, ReadyQueue(before_)), expected_(Later{&before_}),
        looks_(1'000'000 + 64 * graph.problem().tasks.size()) {}

  Schedule run() && {
    add(readiness_.entries());
    while (std::optional<Offer> offer = takeFirst()) {
      std::vector<TaskIndex> ready;
      const std::vector<TaskIndex> &gang = graph_.gang(offer->task);
      if (gang.size() > 1)
        schedule_.appendGang(offer->task);
      else
        schedule_.append(offer->task, offer->core);
      for (TaskIndex task : gang)
        readiness_.done(task, ready);
      add(ready);
    }
    return std::move(schedule_).finish("etf-cp");
  }

private:
  struct Later {
    const Priority *before;
    bool operator()(const Offer &a, const Offer &b) const {
      return a.start != b.start ? a.start > b.start : (*before)(b.task, a.task);
    }
  };

  void add(const std::vector<TaskIndex> &tasks) {
    for (TaskIndex task : tasks)
      if (graph_.gang(task).size() > 1)
        gangs_.push_back(task);
      else
        add(task);
  }

  /// To those whose data have arrived, or else with the start that is expected
  /// as things are.
  void add(TaskIndex task) {
    llvm::ArrayRef<CoreIndex> cores = graph_.allowedCores(task);
    Offer offer{task, 0, never};
    double firstFree = never, lastArrival = 0;
    arrivals_.compute(schedule_, task);
    for (CoreIndex core : cores) {
      double free = schedule_.freeAt(core);
      double arrival = arrivals_.at(core);
      firstFree = std::min(firstFree, free);
      lastArrival = std::max(lastArrival, arrival);
      double start = std::max(arrival, free);
      if (start < offer.start ||
          (start == offer.start && graph_.isPreferred(task, core))) {
        offer.start = start;
        offer.core = core;
      }
    }
    if (lastArrival <= firstFree)
      arrived_[cores.size() == cores_ && cores_ > 1 ? cores_ : cores.front()]
          .push(task);
    else
      expected_.push(offer);
  }

  /// The core that is free first, for a task that can start on any.
  Offer onFirstFree(TaskIndex task) const {
    Offer offer{task, 0, never};
    for (CoreIndex core : graph_.allowedCores(task)) {
      double free = schedule_.freeAt(core);
      if (free < offer.start ||
          (free == offer.start && graph_.isPreferred(task, core)))
        offer = {task, core, free};
    }
    return offer;
  }

  /// Brings the first of those expected up to date. After very many looks it
  /// is taken as good enough if it is not the first any more.
  void refresh() {
    while (!expected_.empty()) {
      Offer first = expected_.top();
      expected_.pop();
      size_t before = expected_.size();
      add(first.task);
      bool isExpected = expected_.size() > before;
      if (looks_ == 0)
        return;
      --looks_;
      if (isExpected && expected_.top().task == first.task &&
          expected_.top().start == first.start)
        return;
    }
  }

  /// Of all offers the first; taken off its queue.
  std::optional<Offer> takeFirst() {
    refresh();
    std::optional<Offer> first;
    auto consider = [&](const Offer &offer) {
      if (!first || Later{&before_}(*first, offer))
        first = offer;
    };
    for (ReadyQueue &queue : arrived_)
      if (!queue.empty())
        consider(onFirstFree(queue.top()));
    if (!expected_.empty())
      consider(expected_.top());
    for (TaskIndex leader : gangs_)
      consider({leader, 0, schedule_.gangReady(leader)});
    if (first)
      take(first->task);
    return first;
  }

  void take(TaskIndex task) {
    if (graph_.gang(task).size() > 1) {
      std::erase(gangs_, task);
      return;
    }
    if (!expected_.empty() && expected_.top().task == task) {
      expected_.pop();
      return;
    }
    for (ReadyQueue &queue : arrived_)
      if (!queue.empty() && queue.top() == task) {
        queue.pop();
        return;
      }
  }

  const Graph &graph_;
  CoreIndex cores_;
  Priority before_;
  Readiness readiness_;
  PartialSchedule schedule_;
  Arrivals arrivals_;
  /// Whose data are there before a core is free: for each core those pinned to
  /// it, then those that may run anywhere.
  std::vector<ReadyQueue> arrived_;
  /// The others; starts may have become later since.
  std::priority_queue<Offer, std::vector<Offer>, Later> expected_;
  std::vector<TaskIndex> gangs_; ///< that are ready: their leaders
  uint64_t looks_;               ///< that are left
};

} // namespace

Schedule scheduleEtfCp(const Problem &problem) {
  Graph graph(problem);
  return EarliestFirst(graph).run();
}

} // namespace hocket::scheduling
