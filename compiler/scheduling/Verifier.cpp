// SPDX-License-Identifier: Apache-2.0
//
// Proves a schedule right or says what is wrong. Everything is derived anew
// from problem and schedule; nothing here is used by, or uses, a scheduler.
//
// The order that an execution really keeps is that of the emitted program: each
// core runs its list from first to last, then, in a level that repeats, from
// the first again without waiting for the others; `to` of a sync waits for
// `from`, in its own repetition or the one before. Times order nothing. So an
// edge holds if a path of these leads from its source to its target, over two
// repetitions. A wait can block for ever only if such paths form a cycle, and a
// cycle lies within one repetition, for no step leads back to an earlier one.
//
// The tasks of a gang wait for each other while they run. Nothing may rely on
// that for its order (a loop may run no repetition), but it can block: so there
// must be no cycle either where all tasks of a gang are taken as one.
#include "scheduling/Verifier.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace hocket::scheduling {

namespace {

class Check {
public:
  Check(const Problem &problem, const Schedule &schedule)
      : problem_(problem), schedule_(schedule), n_(problem.tasks.size()) {}

  std::vector<std::string> run() {
    checkShape();
    checkLists();
    // The rest follows indices that are only now known to be right.
    if (!wrong_.empty())
      return std::move(wrong_);
    checkTimes();
    checkEdgeTimes();
    checkSyncs();
    if (!wrong_.empty())
      return std::move(wrong_);
    buildOrder();
    checkOrder();
    checkGangs();
    return std::move(wrong_);
  }

private:
  template <typename... Args> void report(const char *format, Args &&...args) {
    wrong_.push_back(llvm::formatv(format, std::forward<Args>(args)...));
  }
  std::string name(TaskIndex task) const {
    const std::string &given = problem_.tasks[task].name;
    return given.empty() ? llvm::formatv("task {0}", task).str()
                         : llvm::formatv("task {0} ({1})", task, given).str();
  }

  void checkShape() {
    if (schedule_.placements.size() != n_)
      report("{0} placements for {1} tasks", schedule_.placements.size(), n_);
    if (schedule_.order.size() != problem_.cores)
      report("{0} core orders for {1} cores", schedule_.order.size(),
             problem_.cores);
    for (const Placement &placement : schedule_.placements)
      if (placement.core >= problem_.cores)
        report("a task is placed on core {0} of {1}", placement.core,
               problem_.cores);
    for (const Sync &sync : schedule_.syncs)
      if (sync.from >= n_ || sync.to >= n_)
        report("the sync {0} -> {1} names a task that does not exist",
               sync.from, sync.to);
  }

  /// Each task stands once, in the list of the core it is placed on.
  void checkLists() {
    if (!wrong_.empty())
      return;
    std::vector<unsigned> seen(n_);
    for (CoreIndex core = 0; core < problem_.cores; ++core)
      for (TaskIndex task : schedule_.order[core]) {
        if (task >= n_) {
          report("core {0} runs task {1}, which does not exist", core, task);
          continue;
        }
        if (++seen[task] == 2)
          report("{0} runs more than once", name(task));
        if (schedule_.placements[task].core != core)
          report("{0} is placed on core {1} but core {2} runs it", name(task),
                 schedule_.placements[task].core, core);
      }
    for (TaskIndex task = 0; task < n_; ++task) {
      if (seen[task] == 0)
        report("{0} is not run", name(task));
      const std::optional<CoreIndex> &pin = problem_.tasks[task].pinned;
      if (pin && *pin != schedule_.placements[task].core)
        report("{0} is pinned to core {1} but placed on core {2}", name(task),
               *pin, schedule_.placements[task].core);
    }
  }

  bool isBefore(double a, double b) const {
    return a < b - 1e-9 * std::max(1.0, std::abs(b));
  }

  void checkTimes() {
    double last = 0;
    for (TaskIndex task = 0; task < n_; ++task) {
      const Placement &at = schedule_.placements[task];
      double cost = problem_.tasks[task].cost[at.core];
      if (!std::isfinite(at.start) || !std::isfinite(at.end) || at.start < 0)
        report("{0} has no valid time", name(task));
      else if (isBefore(at.end, at.start + cost) ||
               isBefore(at.start + cost, at.end))
        report("{0} takes {1} ns, its cost on core {2} is {3} ns", name(task),
               at.end - at.start, at.core, cost);
      last = std::max(last, at.end);
    }
    if (isBefore(last, schedule_.makespan) ||
        isBefore(schedule_.makespan, last))
      report("the makespan is given as {0} ns but the last task ends at {1} ns",
             schedule_.makespan, last);
    for (const std::vector<TaskIndex> &core : schedule_.order)
      for (size_t i = 1; i < core.size(); ++i)
        if (isBefore(schedule_.placements[core[i]].start,
                     schedule_.placements[core[i - 1]].end))
          report("{0} starts before {1} ends, which precedes it on core {2}",
                 name(core[i]), name(core[i - 1]),
                 schedule_.placements[core[i]].core);
  }

  /// The times leave room for what moves between cores.
  void checkEdgeTimes() {
    for (const Edge &edge : problem_.edges) {
      const Placement &from = schedule_.placements[edge.from];
      const Placement &to = schedule_.placements[edge.to];
      if (edge.distance == 0 && isNeeded(edge) &&
          isBefore(to.start, from.end + moving(edge, from.core, to.core)))
        report("{0} starts before the result of {1} has arrived", name(edge.to),
               name(edge.from));
    }
  }

  /// Some edges say nothing where their tasks are on different cores.
  bool isNeeded(const Edge &edge) const {
    return !edge.onlyOnSameCore || schedule_.placements[edge.from].core ==
                                       schedule_.placements[edge.to].core;
  }

  double moving(const Edge &edge, CoreIndex from, CoreIndex to) const {
    if (from == to)
      return 0;
    bool isNear = problem_.cluster[from] == problem_.cluster[to];
    double sync = isNear ? problem_.syncNs : problem_.syncAcrossNs;
    double perByte = isNear ? problem_.nsPerByte : problem_.nsPerByteAcross;
    return sync + perByte * static_cast<double>(edge.bytes);
  }

  void checkSyncs() {
    std::set<Sync> seen;
    for (const Sync &sync : schedule_.syncs) {
      if (!seen.insert(sync).second)
        report("the sync {0} -> {1} stands twice", sync.from, sync.to);
      if (schedule_.placements[sync.from].core ==
          schedule_.placements[sync.to].core)
        report("the sync {0} -> {1} lies within one core", sync.from, sync.to);
      if (sync.distance > (problem_.repeats ? 1 : 0))
        report("the sync {0} -> {1} has distance {2}", sync.from, sync.to,
               unsigned(sync.distance));
    }
  }

  /// An event is a task in repetition 0 or 1: `task` or `n_ + task`.
  void buildOrder() {
    size_t repetitions = problem_.repeats ? 2 : 1;
    direct_.resize(n_ * repetitions);
    turn_.resize(n_ * repetitions);
    for (const std::vector<TaskIndex> &core : schedule_.order) {
      std::vector<size_t> events;
      for (size_t r = 0; r < repetitions; ++r)
        for (TaskIndex task : core)
          events.push_back(r * n_ + task);
      for (size_t i = 0; i < events.size(); ++i) {
        turn_[events[i]] = uint32_t(i);
        if (i > 0)
          direct_[events[i]].push_back(events[i - 1]);
      }
    }
    for (const Sync &sync : schedule_.syncs)
      for (size_t r = sync.distance; r < repetitions; ++r)
        direct_[r * n_ + sync.to].push_back((r - sync.distance) * n_ +
                                            sync.from);
  }

  enum class State : uint8_t { New, Open, Done };

  CoreIndex coreOf(size_t event) const {
    return schedule_.placements[event % n_].core;
  }
  /// As a core's events follow each other, those of them that precede an event
  /// are so many of its first.
  uint32_t &before(size_t event, CoreIndex core) {
    return before_[event * problem_.cores + core];
  }

  /// Fills `before_`. Depth first, with a stack of our own. \returns false,
  /// with a report, on a cycle.
  bool collect(size_t root) {
    std::vector<std::pair<size_t, size_t>> stack{{root, 0}};
    state_[root] = State::Open;
    while (!stack.empty()) {
      auto &[event, next] = stack.back();
      if (next < direct_[event].size()) {
        size_t earlier = direct_[event][next++];
        if (state_[earlier] == State::Open) {
          report("waits form a cycle: {0} waits for {1}, which waits for it",
                 name(event % n_), name(earlier % n_));
          return false;
        }
        if (state_[earlier] == State::New) {
          state_[earlier] = State::Open;
          stack.emplace_back(earlier, 0);
        }
        continue;
      }
      for (size_t earlier : direct_[event]) {
        uint32_t *row = &before(event, 0);
        const uint32_t *other = &before(earlier, 0);
        for (size_t core = 0, cores = problem_.cores; core < cores; ++core)
          row[core] = std::max(row[core], other[core]);
        uint32_t &own = before(event, coreOf(earlier));
        own = std::max(own, turn_[earlier] + 1);
      }
      state_[event] = State::Done;
      stack.pop_back();
    }
    return true;
  }

  void checkOrder() {
    state_.assign(direct_.size(), State::New);
    before_.assign(direct_.size() * problem_.cores, 0);
    for (size_t event = 0; event < direct_.size(); ++event)
      if (state_[event] == State::New && !collect(event))
        return;
    for (const Edge &edge : problem_.edges) {
      size_t to = edge.distance * n_ + edge.to;
      if (isNeeded(edge) && before(to, coreOf(edge.from)) <= turn_[edge.from])
        report("nothing orders {0} after {1}{2}", name(edge.to),
               name(edge.from),
               edge.distance ? " of the repetition before" : "");
    }
  }

  /// Takes away, again and again, what waits for nothing that is left: what
  /// stays waits in a circle. One repetition suffices.
  void checkGangs() {
    std::map<uint32_t, size_t> firstOf;
    std::vector<size_t> unit(n_); // the task itself, or its gang's first
    for (TaskIndex task = 0; task < n_; ++task) {
      unit[task] = task;
      if (const std::optional<uint32_t> &gang = problem_.tasks[task].gang)
        unit[task] = firstOf.try_emplace(*gang, task).first->second;
    }
    std::vector<std::vector<size_t>> later(n_);
    std::vector<size_t> waits(n_);
    for (TaskIndex task = 0; task < n_; ++task)
      for (size_t earlier : direct_[task]) {
        later[unit[earlier]].push_back(unit[task]);
        ++waits[unit[task]];
      }
    std::vector<size_t> free;
    for (TaskIndex task = 0; task < n_; ++task)
      if (unit[task] == task && waits[task] == 0)
        free.push_back(task);
    for (size_t next = 0; next < free.size(); ++next)
      for (size_t task : later[free[next]])
        if (--waits[task] == 0)
          free.push_back(task);
    for (const auto &[gang, first] : firstOf)
      if (waits[first] != 0)
        report("gang {0} of {1} waits for itself", gang, name(first));
  }

  const Problem &problem_;
  const Schedule &schedule_;
  size_t n_;
  std::vector<std::string> wrong_;
  std::vector<std::vector<size_t>> direct_; ///< direct predecessors, by event
  std::vector<State> state_;
  std::vector<uint32_t> turn_;   ///< of an event on its core
  std::vector<uint32_t> before_; ///< by event, then core
};

} // namespace

std::vector<std::string> verify(const Problem &problem,
                                const Schedule &schedule) {
  std::vector<std::string> wrong = check(problem);
  if (!wrong.empty())
    return wrong;
  return Check(problem, schedule).run();
}

} // namespace hocket::scheduling
