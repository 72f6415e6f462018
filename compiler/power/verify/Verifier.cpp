// SPDX-License-Identifier: Apache-2.0
#include "power/verify/Verifier.h"

#include "power/verify/Clock.h"
#include "power/verify/CoreCheck.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace hocket::power {

using scheduling::CoreIndex;
using scheduling::Edge;
using scheduling::Problem;
using scheduling::Schedule;
using scheduling::TaskIndex;

namespace {

bool differ(double a, double b) { return isEarlier(a, b) || isEarlier(b, a); }

/// When the last task must have ended; `energy` does not ask.
double limitOf(const Objective &objective, const Schedule &schedule) {
  return objective.kind == Objective::Kind::Deadline ? objective.deadlineNs
                                                     : schedule.makespan;
}

/// `time` counts to the end of the schedule, or to where its order alone would
/// end it at the highest points.
bool isHorizonRight(const Objective &objective, const Schedule &schedule,
                    const Plan &plan) {
  switch (objective.kind) {
  case Objective::Kind::Time:
    return !isEarlier(schedule.makespan, plan.horizonNs);
  case Objective::Kind::Deadline:
    return !differ(plan.horizonNs, objective.deadlineNs);
  case Objective::Kind::Energy:
    return !differ(plan.horizonNs, plan.makespan);
  }
  return false;
}

class Check {
public:
  Check(const Problem &problem, const Schedule &schedule, const ChipPower &chip,
        const Objective &objective, const Plan &plan)
      : problem_(problem), schedule_(schedule), chip_(chip),
        objective_(objective), plan_(plan) {}

  std::vector<std::string> run() {
    checkShape();
    if (wrong_.empty())
      checkChanges();
    // The rest follows indices and clocks that are only now known to be right.
    if (!wrong_.empty())
      return std::move(wrong_);
    for (TaskIndex task = 0; task < problem_.tasks.size(); ++task)
      checkTask(task);
    checkOrder();
    checkEdges();
    checkGangs();
    checkTotals();
    if (!wrong_.empty())
      return std::move(wrong_);
    std::vector<double> doneAt;
    for (TaskIndex task = 0; task < problem_.tasks.size(); ++task)
      doneAt.push_back(doneOnCore(task));
    checkUnits();
    CoreCheck(schedule_, chip_, plan_, clocks_, doneAt, wrong_).run();
    return std::move(wrong_);
  }

private:
  template <typename... Args> void report(const char *format, Args &&...args) {
    wrong_.push_back(llvm::formatv(format, std::forward<Args>(args)...));
  }

  void checkShape() {
    size_t tasks = problem_.tasks.size();
    if (problem_.repeats)
      report("the level repeats, which a plan does not");
    if (plan_.placements.size() != tasks || plan_.runs.size() != tasks ||
        schedule_.placements.size() != tasks)
      report("{0} placements and {1} lists of runs for {2} tasks",
             plan_.placements.size(), plan_.runs.size(), tasks);
    if (chip_.cores.size() != problem_.cores ||
        plan_.energy.size() != problem_.cores)
      report("energies of {0} cores for {1}", plan_.energy.size(),
             problem_.cores);
    if (!wrong_.empty())
      return;
    for (TaskIndex task = 0; task < tasks; ++task)
      checkIndices(task);
  }

  void checkIndices(TaskIndex task) {
    CoreIndex planned = plan_.placements[task].core;
    CoreIndex scheduled = schedule_.placements[task].core;
    if (planned != scheduled)
      report("task {0} is planned on core {1} but scheduled on core {2}", task,
             planned, scheduled);
    if (std::any_of(plan_.runs[task].begin(), plan_.runs[task].end(),
                    [&](const Run &run) {
                      return run.point >= domainOf(task).hertz.size() ||
                             !(run.begin >= 0 && std::isfinite(run.end));
                    }))
      report("task {0} has a run that cannot be", task);
  }

  const DomainPower &domainOf(TaskIndex task) const {
    return chip_.domains[chip_.cores[schedule_.placements[task].core].domain];
  }

  void checkChanges() {
    for (const DomainPower &domain : chip_.domains)
      clocks_.emplace_back(uint32_t(domain.hertz.size() - 1));
    for (const Change &change : plan_.changes) {
      if (change.domain >= chip_.domains.size() ||
          change.core >= chip_.cores.size() ||
          chip_.cores[change.core].domain != change.domain) {
        report("core {0} changes the clock of domain {1}", change.core,
               change.domain);
        return;
      }
      const DomainPower &domain = chip_.domains[change.domain];
      Clock &clock = clocks_[change.domain];
      if (change.to >= domain.hertz.size() || change.to == change.from ||
          change.from != clock.lastPoint()) {
        report("domain '{0}' changes from point {1} to {2} while it has point "
               "{3}",
               domain.name, change.from, change.to, clock.lastPoint());
        return;
      }
      if (!(change.begin >= 0 && std::isfinite(change.end)) ||
          change.begin < clock.lastTime())
        report("domain '{0}' changes at {1} ns, before its last change ends",
               domain.name, change.begin);
      if (differ(change.end, change.begin + domain.changeNs))
        report("domain '{0}' changes in {1} ns instead of {2} ns", domain.name,
               change.end - change.begin, domain.changeNs);
      clock.add(change);
    }
  }

  /// What the unit that has the task takes for it; nothing: a core runs it.
  std::optional<double> onUnit(TaskIndex task) const {
    const auto &unit = schedule_.placements[task].unit;
    for (const scheduling::UnitCost &cost : problem_.tasks[task].onUnits)
      if (unit == cost.unit)
        return cost.ns;
    return std::nullopt;
  }

  /// When its core is done with it, which has a unit do it or runs it.
  double doneOnCore(TaskIndex task) const {
    return plan_.placements[task].end - onUnit(task).value_or(0);
  }

  /// Runs and changes fill the task's time, and the runs do its work.
  void checkTask(TaskIndex task) {
    const scheduling::Placement &at = plan_.placements[task];
    const Clock &clock = clocks_[chip_.cores[at.core].domain];
    const double doneAt = doneOnCore(task);
    if (!(at.start >= 0 && std::isfinite(at.end) &&
          !isEarlier(doneAt, at.start))) {
      report("task {0} has no valid time", task);
      return;
    }
    double cost = problem_.tasks[task].cost[at.core];
    double memory = problem_.tasks[task].memory, done = 0, now = at.start;
    if (onUnit(task)) // the start does not depend on clocks
      cost = memory = problem_.units[*schedule_.placements[task].unit].startNs;
    for (const Run &run : plan_.runs[task]) {
      if (differ(now, run.begin) && !clock.changes(now, run.begin))
        report("task {0} stands still from {1} ns to {2} ns without a change",
               task, now, run.begin);
      if (!clock.keeps(run.point, run.begin, run.end))
        report("task {0} runs at point {1} from {2} ns to {3} ns while its "
               "domain does not have it",
               task, run.point, run.begin, run.end);
      if (problem_.tasks[task].gang &&
          run.point + 1 != domainOf(task).hertz.size())
        report("task {0} of a gang does not run at the highest point", task);
      double whole = memory + (cost - memory) * domainOf(task).hertz.back() /
                                  domainOf(task).hertz[run.point];
      done += (run.end - run.begin) / whole;
      now = run.end;
    }
    if (differ(now, doneAt))
      report("task {0} ends at {1} ns but is said to end at {2} ns", task, now,
             doneAt);
    if (cost == 0) {
      if (!plan_.runs[task].empty())
        report("task {0} has no work but runs", task);
      return;
    }
    // Of the work, at the highest point: late times are known less well.
    double rounding = 1e-6 + 2 * timeRounding(at.end) / cost;
    if (!(std::abs(done - 1) <= rounding))
      report("task {0} does {1:f9} of its work", task, done);
  }

  void checkOrder() {
    for (CoreIndex core = 0; core < schedule_.order.size(); ++core)
      for (size_t i = 1; i < schedule_.order[core].size(); ++i) {
        TaskIndex one = schedule_.order[core][i - 1];
        TaskIndex next = schedule_.order[core][i];
        if (isEarlier(plan_.placements[next].start, doneOnCore(one)))
          report("task {0} starts on core {1} before task {2} ends", next, core,
                 one);
      }
  }

  /// Of the wait and the data, between different cores of two clusters.
  double lagOf(const Edge &edge, uint32_t from, uint32_t to) const {
    const double bytes = double(edge.bytes);
    if (from == to)
      return problem_.syncNs + problem_.nsPerByte * bytes;
    for (const scheduling::ClusterLink &link : problem_.links)
      if ((link.from == from && link.to == to) ||
          (link.from == to && link.to == from))
        return link.syncNs + link.nsPerByte * bytes;
    return problem_.syncAcrossNs + problem_.nsPerByteAcross * bytes;
  }

  void checkEdges() {
    for (const Edge &edge : problem_.edges) {
      const scheduling::Placement &from = plan_.placements[edge.from];
      const scheduling::Placement &to = plan_.placements[edge.to];
      double lag = 0;
      if (from.core != to.core) {
        if (edge.onlyOnSameCore)
          continue;
        lag =
            lagOf(edge, problem_.cluster[from.core], problem_.cluster[to.core]);
      } else if (onUnit(edge.from)) {
        lag = problem_.syncNs;
      }
      if (isEarlier(to.start, from.end + lag))
        report("task {0} starts at {1} ns, but what it needs of task {2} is "
               "there at {3} ns",
               edge.to, to.start, edge.from, from.end + lag);
    }
  }

  /// Units run one task at a time, the next one told by a wait; and take what
  /// the plan says.
  void checkUnits() {
    std::map<uint32_t, std::vector<TaskIndex>> tasks;
    for (TaskIndex task = 0; task < problem_.tasks.size(); ++task)
      if (onUnit(task))
        tasks[*schedule_.placements[task].unit].push_back(task);
    std::map<std::string, double> works;
    for (auto &[unit, order] : tasks) {
      std::sort(order.begin(), order.end(), [&](TaskIndex a, TaskIndex b) {
        return plan_.placements[a].start < plan_.placements[b].start;
      });
      for (size_t i = 0; i < order.size(); ++i) {
        works[problem_.units[unit].name] += *onUnit(order[i]);
        if (i == 0)
          continue;
        const scheduling::Placement &one = plan_.placements[order[i - 1]];
        const scheduling::Placement &next = plan_.placements[order[i]];
        const double lag = one.core == next.core
                               ? problem_.syncNs
                               : lagOf({}, problem_.cluster[one.core],
                                       problem_.cluster[next.core]);
        if (isEarlier(next.start, one.end + lag))
          report("task {0} is started on unit {1} before task {2} ends there",
                 order[i], unit, order[i - 1]);
      }
    }
    for (size_t unit = 0; unit < chip_.units.size(); ++unit) {
      const UnitPower &power = chip_.units[unit];
      const double working = works[power.name];
      const double counted =
          (working * power.watts +
           (power.count * plan_.horizonNs - working) * power.idleWatts) *
          1e-9;
      const double said = unit < plan_.units.size() ? plan_.units[unit] : 0;
      if (!(std::abs(counted - said) <= 1e-6 * std::abs(counted) + 1e-15))
        report("accelerator '{0}' takes {1} J, the plan says {2} J", power.name,
               counted, said);
    }
  }

  void checkGangs() {
    std::map<uint32_t, double> lastStart;
    for (TaskIndex task = 0; task < problem_.tasks.size(); ++task)
      if (const auto &gang = problem_.tasks[task].gang)
        lastStart[*gang] =
            std::max(lastStart[*gang], plan_.placements[task].start);
    for (TaskIndex task = 0; task < problem_.tasks.size(); ++task)
      if (const auto &gang = problem_.tasks[task].gang)
        if (isEarlier(plan_.placements[task].end, lastStart[*gang]))
          report("task {0} ends before all of gang {1} have started", task,
                 *gang);
  }

  void checkTotals() {
    double last = 0;
    for (const scheduling::Placement &at : plan_.placements)
      last = std::max(last, at.end);
    if (differ(last, plan_.makespan))
      report("the makespan is given as {0} ns but the last task ends at {1} ns",
             plan_.makespan, last);
    double limit = limitOf(objective_, schedule_);
    if (objective_.kind != Objective::Kind::Energy && isEarlier(limit, last))
      report("the last task ends at {0} ns, after the limit of {1} ns", last,
             limit);
    if (isEarlier(plan_.horizonNs, last) ||
        !isHorizonRight(objective_, schedule_, plan_))
      report("energies are counted to {0} ns", plan_.horizonNs);
  }

  const Problem &problem_;
  const Schedule &schedule_;
  const ChipPower &chip_;
  const Objective &objective_;
  const Plan &plan_;
  std::vector<Clock> clocks_; ///< by domain
  std::vector<std::string> wrong_;
};

} // namespace

std::vector<std::string> verify(const Problem &problem,
                                const Schedule &schedule, const ChipPower &chip,
                                const Objective &objective, const Plan &plan) {
  std::vector<std::string> wrong = scheduling::check(problem);
  if (!wrong.empty())
    return wrong;
  return Check(problem, schedule, chip, objective, plan).run();
}

} // namespace hocket::power
