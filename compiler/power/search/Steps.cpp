// SPDX-License-Identifier: Apache-2.0
#include "power/search/Steps.h"

#include "scheduling/Handover.h"

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>

namespace hocket::power {

using scheduling::CoreIndex;
using scheduling::Edge;
using scheduling::Problem;
using scheduling::TaskIndex;

namespace {

using Orders = std::vector<std::vector<TaskIndex>>;

class Cutter {
public:
  Cutter(const Setting &setting, const Plan &plan)
      : setting_(setting), problem_(setting.problem), order_(setting.order),
        chip_(setting.chip), plan_(plan) {}

  Network run() {
    collectConstraints();
    sortEvents();
    placeArcs();
    cutSteps();
    return std::move(network_);
  }

private:
  // Events before they are sorted: 2 * task starts it, 2 * task + 1 ends it.
  static uint32_t start(TaskIndex task) { return 2 * task; }
  static uint32_t end(TaskIndex task) { return 2 * task + 1; }
  double timeOf(uint32_t raw) const {
    const scheduling::Placement &at = plan_.placements[raw / 2];
    return raw % 2 == 0 ? at.start : at.end;
  }

  void constrain(uint32_t from, uint32_t to, double lag) {
    raw_.push_back({from, to, lag});
  }

  /// From where a core is done with a task until what it leaves is on another,
  /// or on the same one: of what a unit has done that is told by a wait, too.
  double lagBehind(TaskIndex task, CoreIndex to, uint64_t bytes) const {
    const CoreIndex from = plan_.placements[task].core;
    const bool isOnUnit =
        task < setting_.onUnits.size() && setting_.onUnits[task];
    return setting_.tailNs(task) +
           (isOnUnit && from == to
                ? problem_.syncNs
                : betweenCores(problem_, from, to).ns(bytes));
  }

  void collectConstraints() {
    for (const Edge &edge : problem_.edges) {
      CoreIndex from = plan_.placements[edge.from].core;
      CoreIndex to = plan_.placements[edge.to].core;
      if (edge.distance == 0 && (from == to || !edge.onlyOnSameCore))
        constrain(end(edge.from), start(edge.to),
                  lagBehind(edge.from, to, edge.bytes));
    }
    for (const std::vector<TaskIndex> &tasks : setting_.unitOrders)
      for (size_t i = 1; i < tasks.size(); ++i)
        constrain(end(tasks[i - 1]), start(tasks[i]),
                  lagBehind(tasks[i - 1], plan_.placements[tasks[i]].core, 0));
    // No task of a gang ends before all have started.
    std::map<uint32_t, std::vector<TaskIndex>> gangs;
    for (TaskIndex task = 0; task < problem_.tasks.size(); ++task)
      if (problem_.tasks[task].gang)
        gangs[*problem_.tasks[task].gang].push_back(task);
    for (const auto &[gang, tasks] : gangs)
      for (TaskIndex one : tasks)
        for (TaskIndex other : tasks)
          if (one != other)
            constrain(start(one), end(other), 0);
  }

  /// By time, and where times are equal ends first, as far as dependences and
  /// the order of each core allow.
  void sortEvents() {
    size_t count = 2 * problem_.tasks.size();
    std::vector<std::vector<uint32_t>> next(count);
    std::vector<unsigned> waits(count);
    auto before = [&](uint32_t from, uint32_t to) {
      next[from].push_back(to);
      ++waits[to];
    };
    for (const Arc &arc : raw_)
      before(arc.from, arc.to);
    for (TaskIndex task = 0; task < problem_.tasks.size(); ++task)
      before(start(task), end(task));
    for (const std::vector<uint32_t> &tasks : order_)
      for (size_t i = 1; i < tasks.size(); ++i)
        before(end(tasks[i - 1]), start(tasks[i]));
    using Key = std::tuple<double, bool, uint32_t>; // time, is a start, event
    std::priority_queue<Key, std::vector<Key>, std::greater<>> ready;
    auto add = [&](uint32_t raw) {
      ready.push({timeOf(raw), raw % 2 == 0, raw});
    };
    for (uint32_t raw = 0; raw < count; ++raw)
      if (waits[raw] == 0)
        add(raw);
    network_.startOf.resize(problem_.tasks.size());
    network_.endOf.resize(problem_.tasks.size());
    while (!ready.empty()) {
      uint32_t raw = std::get<2>(ready.top());
      ready.pop();
      append(raw);
      for (uint32_t later : next[raw])
        if (--waits[later] == 0)
          add(later);
    }
  }

  void append(uint32_t raw) {
    TaskIndex task = raw / 2;
    bool isStart = raw % 2 == 0;
    (isStart ? network_.startOf : network_.endOf)[task] =
        uint32_t(network_.events.size());
    CoreIndex core = plan_.placements[task].core;
    network_.events.push_back({task, isStart, chip_.cores[core].domain, 0, 0});
  }

  void placeArcs() {
    auto event = [&](uint32_t raw) {
      return (raw % 2 == 0 ? network_.startOf : network_.endOf)[raw / 2];
    };
    for (const Arc &arc : raw_)
      network_.arcs.push_back({event(arc.from), event(arc.to), arc.lag});
    std::stable_sort(network_.arcs.begin(), network_.arcs.end(),
                     [](const Arc &a, const Arc &b) { return a.to < b.to; });
    for (TaskIndex task = 0; task < setting_.onUnits.size(); ++task)
      if (setting_.onUnits[task])
        network_.ends.push_back(
            {network_.endOf[task], none, setting_.tailNs(task)});
  }

  void cutSteps() {
    network_.chains.resize(chip_.domains.size());
    runAt_.resize(problem_.tasks.size());
    for (uint32_t domain = 0; domain < chip_.domains.size(); ++domain)
      cutDomain(domain);
    for (Step &step : network_.steps)
      for (Part &part : step.parts)
        part.share /= done_[part.task];
  }

  void cutDomain(uint32_t domain) {
    std::vector<TaskIndex> running;
    double now = 0;
    addStep(domain, none);
    done_.resize(problem_.tasks.size());
    for (uint32_t index = 0; index < network_.events.size(); ++index) {
      Event &event = network_.events[index];
      if (event.domain != domain)
        continue;
      const scheduling::Placement &at = plan_.placements[event.task];
      double time = std::max(now, event.isStart ? at.start : at.end);
      event.stepBefore = uint32_t(network_.steps.size() - 1);
      fillStep(running, now, time);
      network_.steps.back().to = index;
      if (event.isStart)
        running.push_back(event.task);
      else
        running.erase(std::find(running.begin(), running.end(), event.task));
      now = time;
      event.stepAfter = uint32_t(network_.steps.size());
      addStep(domain, index);
    }
  }

  void addStep(uint32_t domain, uint32_t from) {
    network_.chains[domain].push_back(uint32_t(network_.steps.size()));
    Step &step = network_.steps.emplace_back();
    step.domain = domain;
    step.from = from;
  }

  /// What the tasks do between two times, by their runs.
  void fillStep(const std::vector<TaskIndex> &running, double begin,
                double end) {
    Step &step = network_.steps.back();
    for (TaskIndex task : running) {
      const std::vector<Run> &runs = plan_.runs[task];
      CoreIndex core = plan_.placements[task].core;
      double share = 0;
      for (size_t &i = runAt_[task]; i < runs.size(); ++i) {
        double ns = std::min(end, runs[i].end) - std::max(begin, runs[i].begin);
        if (ns > 0)
          share += ns / taskNs(problem_.tasks[task], core,
                               chip_.domains[step.domain], runs[i].point);
        if (runs[i].end > end)
          break;
      }
      if (share <= 0)
        continue;
      step.parts.push_back({task, core, share});
      step.isAtHighest |= problem_.tasks[task].gang.has_value();
      done_[task] += share;
    }
  }

  const Setting &setting_;
  const Problem &problem_;
  const Orders &order_;
  const ChipPower &chip_;
  const Plan &plan_;
  Network network_;
  std::vector<Arc> raw_;      ///< between events that are not sorted yet
  std::vector<size_t> runAt_; ///< of each task, the run that comes next
  std::vector<double> done_;  ///< of each task, the shares so far
};

} // namespace

Network cut(const Setting &setting, const Plan &plan) {
  return Cutter(setting, plan).run();
}

} // namespace hocket::power
