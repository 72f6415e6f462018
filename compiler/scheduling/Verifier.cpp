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
//
// A task on a unit has two events: a core starts it, in its turn, and it ends,
// some time. Only a wait orders anything after its end, also on that core; and
// a core waits, at the end of a repetition, for what it has started. A unit
// runs one task at a time: the next is started after the end of the one before.
#include "scheduling/Verifier.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace hocket::scheduling {

namespace {

/// What both checks look at and say.
class Facts {
public:
  Facts(const Problem &problem, const Schedule &schedule,
        std::vector<std::string> &wrong)
      : problem_(problem), schedule_(schedule), n_(problem.tasks.size()),
        wrong_(wrong) {}

protected:
  template <typename... Args> void report(const char *format, Args &&...args) {
    wrong_.push_back(llvm::formatv(format, std::forward<Args>(args)...));
  }
  std::string name(TaskIndex task) const {
    const std::string &given = problem_.tasks[task].name;
    return given.empty() ? llvm::formatv("task {0}", task).str()
                         : llvm::formatv("task {0} ({1})", task, given).str();
  }

  /// Some edges say nothing where their tasks are on different cores.
  bool isNeeded(const Edge &edge) const {
    return !edge.onlyOnSameCore || schedule_.placements[edge.from].core ==
                                       schedule_.placements[edge.to].core;
  }

  const Problem &problem_;
  const Schedule &schedule_;
  size_t n_;
  std::vector<std::string> &wrong_;
};

/// Each task has its place, at a time that its cost and its data allow.
class PlaceCheck : private Facts {
public:
  using Facts::Facts;

  void run() {
    checkShape();
    checkLists();
    // The rest follows indices that are only now known to be right.
    if (!wrong_.empty())
      return;
    checkTimes();
    checkEdgeTimes();
    checkSyncs();
  }

private:
  void checkShape() {
    if (schedule_.placements.size() != n_)
      report("{0} placements for {1} tasks", schedule_.placements.size(), n_);
    if (schedule_.order.size() != problem_.cores)
      report("{0} core orders for {1} cores", schedule_.order.size(),
             problem_.cores);
    for (size_t task = 0; task < std::min(n_, schedule_.placements.size());
         ++task)
      checkUnit(TaskIndex(task));
    for (const Placement &placement : schedule_.placements)
      if (placement.core >= problem_.cores)
        report("a task is placed on core {0} of {1}", placement.core,
               problem_.cores);
    for (const Sync &sync : schedule_.syncs)
      if (sync.from >= n_ || sync.to >= n_)
        report("the sync {0} -> {1} names a task that does not exist",
               sync.from, sync.to);
  }

  /// The cost of the task on the unit that runs it; null: a core does.
  const UnitCost *onUnit(TaskIndex task) const {
    for (const UnitCost &cost : problem_.tasks[task].onUnits)
      if (schedule_.placements[task].unit == cost.unit)
        return &cost;
    return nullptr;
  }

  /// The unit can run the task, and the core may start it.
  void checkUnit(TaskIndex task) {
    const Placement &at = schedule_.placements[task];
    if (!at.unit || at.core >= problem_.cores)
      return;
    if (!onUnit(task)) {
      report("{0} is placed on unit {1}, which cannot run it", name(task),
             *at.unit);
      return;
    }
    const ProcessingUnit &unit = problem_.units[*at.unit];
    if (unit.cluster && *unit.cluster != problem_.cluster[at.core])
      report("{0} is started by core {1}, which is of another cluster than "
             "unit {2}",
             name(task), at.core, *at.unit);
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
      if (const UnitCost *unit = onUnit(task))
        cost = problem_.units[unit->unit].startNs + unit->ns;
      if (!std::isfinite(at.start) || !std::isfinite(at.end) || at.start < 0)
        report("{0} has no valid time", name(task));
      else if (isBefore(at.end, at.start + cost) ||
               isBefore(at.start + cost, at.end))
        report("{0} takes {1} ns, its cost on {2} {3} is {4} ns", name(task),
               at.end - at.start, at.unit ? "unit" : "core",
               at.unit ? *at.unit : at.core, cost);
      last = std::max(last, at.end);
    }
    if (isBefore(last, schedule_.makespan) ||
        isBefore(schedule_.makespan, last))
      report("the makespan is given as {0} ns but the last task ends at {1} ns",
             schedule_.makespan, last);
    for (const std::vector<TaskIndex> &core : schedule_.order)
      for (size_t i = 1; i < core.size(); ++i)
        if (isBefore(schedule_.placements[core[i]].start,
                     endOnCore(core[i - 1])))
          report("{0} starts before {1} ends, which precedes it on core {2}",
                 name(core[i]), name(core[i - 1]),
                 schedule_.placements[core[i]].core);
  }

  /// When the core is free again.
  double endOnCore(TaskIndex task) const {
    const Placement &at = schedule_.placements[task];
    return at.unit ? at.start + problem_.units[*at.unit].startNs : at.end;
  }

  /// The times leave room for what moves between cores.
  void checkEdgeTimes() {
    for (const Edge &edge : problem_.edges) {
      const Placement &from = schedule_.placements[edge.from];
      const Placement &to = schedule_.placements[edge.to];
      if (edge.distance == 0 && isNeeded(edge) &&
          isBefore(to.start, from.end + moving(edge, from, to.core)))
        report("{0} starts before the result of {1} has arrived", name(edge.to),
               name(edge.from));
    }
  }

  double moving(const Edge &edge, const Placement &from, CoreIndex to) const {
    if (from.core == to)
      return from.unit ? problem_.syncNs : 0;
    const uint32_t first = problem_.cluster[from.core];
    const uint32_t second = problem_.cluster[to];
    bool isNear = first == second;
    double sync = isNear ? problem_.syncNs : problem_.syncAcrossNs;
    double perByte = isNear ? problem_.nsPerByte : problem_.nsPerByteAcross;
    for (const ClusterLink &link : problem_.links)
      if (!isNear && ((link.from == first && link.to == second) ||
                      (link.from == second && link.to == first))) {
        sync = link.syncNs;
        perByte = link.nsPerByte;
      }
    return sync + perByte * static_cast<double>(edge.bytes);
  }

  void checkSyncs() {
    std::set<Sync> seen;
    for (const Sync &sync : schedule_.syncs) {
      if (!seen.insert(sync).second)
        report("the sync {0} -> {1} stands twice", sync.from, sync.to);
      if (!schedule_.placements[sync.from].unit &&
          schedule_.placements[sync.from].core ==
              schedule_.placements[sync.to].core)
        report("the sync {0} -> {1} lies within one core", sync.from, sync.to);
      if (sync.distance > (problem_.repeats ? 1 : 0))
        report("the sync {0} -> {1} has distance {2}", sync.from, sync.to,
               unsigned(sync.distance));
    }
  }
};

/// Waits and the orders of the cores keep every dependence, and end.
class OrderCheck : private Facts {
public:
  using Facts::Facts;

  void run() {
    buildOrder();
    checkOrder();
    checkGangs();
  }

private:
  /// An event is a task in repetition 0 or 1: `task` or `n_ + task`. Behind
  /// those the ends of what units run, which stand in rows of their own, as if
  /// each were a core.
  void buildOrder() {
    size_t repetitions = problem_.repeats ? 2 : 1;
    firstEnd_ = n_ * repetitions;
    for (TaskIndex task = 0; task < n_; ++task)
      if (schedule_.placements[task].unit) {
        endOf_[task] = onUnits_.size();
        onUnits_.push_back(task);
      }
    rows_ = problem_.cores + onUnits_.size();
    direct_.resize(firstEnd_ + onUnits_.size() * repetitions);
    turn_.resize(direct_.size());
    for (TaskIndex task : onUnits_)
      for (size_t r = 0; r < repetitions; ++r) {
        direct_[end(task, r)].push_back(r * n_ + task);
        turn_[end(task, r)] = uint32_t(r);
        if (r > 0) // its core has waited for it
          direct_[r * n_ + firstOn(schedule_.placements[task].core)].push_back(
              end(task, r - 1));
      }
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
        direct_[r * n_ + sync.to].push_back(end(sync.from, r - sync.distance));
  }

  TaskIndex firstOn(CoreIndex core) const {
    return schedule_.order[core].front();
  }

  /// The event with which the task is done.
  size_t end(TaskIndex task, size_t repetition) const {
    auto found = endOf_.find(task);
    return found == endOf_.end()
               ? repetition * n_ + task
               : firstEnd_ + repetition * onUnits_.size() + found->second;
  }

  TaskIndex taskOf(size_t event) const {
    return event < firstEnd_ ? TaskIndex(event % n_)
                             : onUnits_[(event - firstEnd_) % onUnits_.size()];
  }

  enum class State : uint8_t { New, Open, Done };

  size_t rowOf(size_t event) const {
    return event < firstEnd_
               ? schedule_.placements[event % n_].core
               : problem_.cores + (event - firstEnd_) % onUnits_.size();
  }
  /// As a core's events follow each other, those of them that precede an event
  /// are so many of its first.
  uint32_t &before(size_t event, size_t row) {
    return before_[event * rows_ + row];
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
                 name(taskOf(event)), name(taskOf(earlier)));
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
        for (size_t core = 0, rows = rows_; core < rows; ++core)
          row[core] = std::max(row[core], other[core]);
        uint32_t &own = before(event, rowOf(earlier));
        own = std::max(own, turn_[earlier] + 1);
      }
      state_[event] = State::Done;
      stack.pop_back();
    }
    return true;
  }

  void checkOrder() {
    state_.assign(direct_.size(), State::New);
    before_.assign(direct_.size() * rows_, 0);
    for (size_t event = 0; event < direct_.size(); ++event)
      if (state_[event] == State::New && !collect(event))
        return;
    for (const Edge &edge : problem_.edges) {
      if (isNeeded(edge) && !isAfter(edge.to, edge.from, edge.distance))
        report("nothing orders {0} after {1}{2}", name(edge.to),
               name(edge.from),
               edge.distance ? " of the repetition before" : "");
    }
    checkUnitOrder();
  }

  /// A task is started after another, of the same repetition or the one
  /// before, has ended.
  bool isAfter(TaskIndex to, TaskIndex from, size_t distance) {
    return before(distance * n_ + to, rowOf(end(from, 0))) >
           turn_[end(from, 0)];
  }

  /// Of any two tasks on a unit one is started after the other has ended, and
  /// each in a repetition after all of the one before.
  void checkUnitOrder() {
    for (TaskIndex a : onUnits_)
      for (TaskIndex b : onUnits_) {
        if (schedule_.placements[a].unit != schedule_.placements[b].unit)
          continue;
        if (a < b && !isAfter(a, b, 0) && !isAfter(b, a, 0))
          report("{0} and {1} may be on unit {2} at the same time", name(a),
                 name(b), *schedule_.placements[a].unit);
        if (problem_.repeats && !isAfter(a, b, 1))
          report("{0} may be on unit {1} before {2} of the repetition before "
                 "is done",
                 name(a), *schedule_.placements[a].unit, name(b));
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
      for (size_t event : direct_[task]) {
        TaskIndex earlier = taskOf(event); // an end has to wait for its start
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

  std::vector<std::vector<size_t>> direct_; ///< direct predecessors, by event
  std::vector<State> state_;
  std::vector<uint32_t> turn_;        ///< of an event on its core
  std::vector<uint32_t> before_;      ///< by event, then row
  std::vector<TaskIndex> onUnits_;    ///< tasks that units run
  std::map<TaskIndex, size_t> endOf_; ///< of these, the position there
  size_t firstEnd_ = 0, rows_ = 0;    ///< first end; cores and these
};

} // namespace

std::vector<std::string> verify(const Problem &problem,
                                const Schedule &schedule) {
  std::vector<std::string> wrong = check(problem);
  if (!wrong.empty())
    return wrong;
  PlaceCheck(problem, schedule, wrong).run();
  if (wrong.empty())
    OrderCheck(problem, schedule, wrong).run();
  return wrong;
}

} // namespace hocket::scheduling
