// SPDX-License-Identifier: Apache-2.0
#include "power/prices/TaskPoints.h"

#include "scheduling/Handover.h"

#include <algorithm>
#include <limits>
#include <map>

namespace hocket::power {

using scheduling::CoreIndex;
using scheduling::Edge;
using scheduling::TaskIndex;

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// Plans tried for a level at one price of time, and what makes one worth its
/// calls.
constexpr unsigned mostTries = 600;
constexpr double leastSaved = 0.01;

struct Clock {
  uint32_t point = 0, from = 0; ///< where it is, or goes to; where it was
  double stillUntil = 0;        ///< it changes until then
};

struct Core {
  size_t next = 0; ///< of its order; its size: it is done
  bool isRunning = false;
  double left = 0; ///< of the task that runs, of 1
  uint32_t wish = 0;
  bool isAwake = false;
};

/// One execution of a level.
class Execution {
public:
  Execution(TimedLevel level, const ChipPower &chip,
            const std::vector<uint32_t> &points, const Wishes &wishes)
      : level_(level), chip_(chip), wishes_(wishes),
        clocks_(chip.domains.size()), cores_(chip.cores.size()),
        end_(level.problem->tasks.size(), never),
        before_(level.problem->tasks.size()) {
    for (const Edge &edge : level.problem->edges) {
      bool isOneCore = coreOf(edge.from) == coreOf(edge.to);
      if (edge.distance == 0 && (isOneCore || !edge.onlyOnSameCore))
        before_[edge.to].push_back(&edge);
    }
    for (TaskIndex task = 0; task < level.problem->tasks.size(); ++task)
      if (level.problem->tasks[task].gang)
        gangs_[*level.problem->tasks[task].gang].push_back(task);
    for (CoreIndex core = 0; core < order().size(); ++core) {
      cores_[core].isAwake = std::any_of(
          order()[core].begin(), order()[core].end(), [&](TaskIndex task) {
            return level.problem->tasks[task].cost[core] > 0;
          });
      cores_[core].wish = wishes[core].front();
    }
    std::vector<bool> isAwake;
    for (const Core &core : cores_)
      isAwake.push_back(core.isAwake);
    watts_.emplace(chip, isAwake);
    for (uint32_t d = 0; d < clocks_.size(); ++d)
      clocks_[d].point = clocks_[d].from = wanted(d).value_or(points[d]);
  }

  Taken run() {
    while (true) {
      startAll();
      double until = nextEvent();
      if (until == never)
        break;
      pass(until);
    }
    for (const UnitPower &unit : chip_.units)
      taken_.joules += unit.count * unit.idleWatts * taken_.ns * 1e-9;
    for (const Clock &clock : clocks_)
      taken_.ns = std::max(taken_.ns, clock.stillUntil);
    return taken_;
  }

private:
  const std::vector<std::vector<TaskIndex>> &order() const {
    return level_.schedule->order;
  }
  CoreIndex coreOf(TaskIndex task) const {
    return level_.schedule->placements[task].core;
  }
  Clock &clockOf(CoreIndex core) { return clocks_[chip_.cores[core].domain]; }
  bool isStill(const Clock &clock) const { return clock.stillUntil > now_; }

  /// The highest that cores of the domain ask for.
  std::optional<uint32_t> wanted(uint32_t domain) const {
    std::optional<uint32_t> most;
    for (CoreIndex core = 0; core < order().size(); ++core)
      if (chip_.cores[core].domain == domain && cores_[core].isAwake)
        most = std::max(most.value_or(0), cores_[core].wish);
    return most;
  }

  void wish(CoreIndex core, uint32_t point) {
    if (!cores_[core].isAwake)
      return;
    cores_[core].wish = point;
    const uint32_t domain = chip_.cores[core].domain;
    Clock &clock = clocks_[domain];
    const uint32_t to = *wanted(domain);
    if (to == clock.point)
      return;
    clock.from =
        isStill(clock) ? std::max(clock.from, clock.point) : clock.point;
    clock.point = to;
    clock.stillUntil =
        std::max(clock.stillUntil, now_) + chip_.domains[domain].changeNs;
    taken_.joules += chip_.domains[domain].changeJoules;
  }

  /// When what the core's next task needs is there; never: not known yet.
  double readyAt(CoreIndex core, TaskIndex task) const {
    double ready = 0;
    for (const Edge *edge : before_[task])
      ready = std::max(ready,
                       end_[edge->from] + betweenCores(*level_.problem,
                                                       coreOf(edge->from), core)
                                              .ns(edge->bytes));
    return ready;
  }

  void startAll() {
    for (CoreIndex core = 0; core < order().size(); ++core) {
      Core &c = cores_[core];
      if (c.isRunning || c.next == order()[core].size() ||
          readyAt(core, order()[core][c.next]) > now_)
        continue;
      c.isRunning = true;
      c.left = 1;
      wish(core, wishes_[core][c.next]);
    }
  }

  /// Nanoseconds of the whole task as clocks are now.
  double lengthOf(TaskIndex task) const {
    auto own = [&](TaskIndex of) {
      const uint32_t domain = chip_.cores[coreOf(of)].domain;
      return taskNs(level_.problem->tasks[of], coreOf(of),
                    chip_.domains[domain], clocks_[domain].point);
    };
    double ns = own(task);
    if (const auto &gang = level_.problem->tasks[task].gang)
      for (TaskIndex other : gangs_.at(*gang))
        ns = std::max(ns, own(other));
    return ns;
  }

  double nextEvent() {
    double next = never;
    for (CoreIndex core = 0; core < order().size(); ++core) {
      const Core &c = cores_[core];
      if (c.next == order()[core].size())
        continue;
      const TaskIndex task = order()[core][c.next];
      if (!c.isRunning)
        next = std::min(next, readyAt(core, task));
      else if (isStill(clockOf(core)))
        next = std::min(next, clockOf(core).stillUntil);
      else
        next = std::min(next, now_ + c.left * lengthOf(task));
    }
    for (const Clock &clock : clocks_)
      if (next != never && isStill(clock))
        next = std::min(next, clock.stillUntil);
    return next;
  }

  /// While a clock changes, at the more costly of its two points.
  double watts() {
    from_.clear();
    to_.clear();
    for (const Clock &clock : clocks_) {
      from_.push_back(isStill(clock) ? clock.from : clock.point);
      to_.push_back(clock.point);
    }
    return watts_->at(from_, to_);
  }

  void pass(double until) {
    taken_.joules += watts() * (until - now_) * 1e-9;
    std::vector<CoreIndex> ended;
    for (CoreIndex core = 0; core < order().size(); ++core) {
      Core &c = cores_[core];
      if (!c.isRunning || isStill(clockOf(core)))
        continue;
      const double length = lengthOf(order()[core][c.next]);
      c.left = length > 0 ? c.left - (until - now_) / length : 0;
      if (c.left * length <= 1e-9 * (1 + until))
        ended.push_back(core);
    }
    now_ = until;
    for (CoreIndex core : ended)
      end(core);
  }

  void end(CoreIndex core) {
    Core &c = cores_[core];
    end_[order()[core][c.next++]] = now_;
    c.isRunning = false;
    taken_.ns = now_;
    if (c.next == order()[core].size())
      wish(core, wishes_[core][c.next]);
  }

  TimedLevel level_;
  const ChipPower &chip_;
  const Wishes &wishes_;
  double now_ = 0;
  std::vector<Clock> clocks_;
  std::vector<Core> cores_;
  std::optional<ChipWatts> watts_;
  std::vector<uint32_t> from_, to_; ///< by domain, where clocks are: watts()
  std::vector<double> end_;         ///< by task
  std::vector<std::vector<const Edge *>> before_;
  std::map<uint32_t, std::vector<TaskIndex>> gangs_;
  Taken taken_;
};

/// A descent from the steady wishes.
class Descent {
public:
  Descent(TimedLevel level, const ChipPower &chip,
          const std::vector<uint32_t> &points)
      : level_(level), chip_(chip), points_(points),
        best_(steadyWishes(level, chip, points)),
        at_(takenAt(level, chip, points, best_)), mostNs_(at_.ns) {}

  std::optional<Wishes> run() {
    const double steady = at_.joules;
    for (bool goesOn = true; goesOn && tries_ < mostTries;)
      goesOn = passOver();
    if (at_.joules > steady * (1 - leastSaved))
      return std::nullopt;
    return best_;
  }

private:
  bool passOver() {
    bool isBetter = false;
    for (CoreIndex core = 0; core < best_.size(); ++core)
      for (size_t slot = 0; slot < best_[core].size(); ++slot)
        if (isFree(core, slot))
          isBetter |= tryPoints(core, slot);
    return isBetter;
  }

  /// Tasks of a gang wait for each other as they run: they keep the level's
  /// points. What takes no time asks for what comes before it.
  bool isFree(CoreIndex core, size_t slot) const {
    const std::vector<TaskIndex> &order = level_.schedule->order[core];
    if (slot == order.size())
      return !order.empty();
    const scheduling::Task &task = level_.problem->tasks[order[slot]];
    return !task.gang && task.cost[core] > 0;
  }

  bool tryPoints(CoreIndex core, size_t slot) {
    bool isBetter = false;
    const uint32_t domain = chip_.cores[core].domain;
    for (uint32_t point = 0; point <= chip_.domains[domain].highest(); ++point)
      if (point != best_[core][slot] && tries_ < mostTries) {
        isBetter |= tryOne(with(core, slot, slot + 1, point));
        isBetter |= tryOne(with(core, slot, best_[core].size(), point));
      }
    return isBetter;
  }

  Wishes with(CoreIndex core, size_t from, size_t to, uint32_t point) const {
    Wishes changed = best_;
    for (size_t slot = from; slot < to; ++slot)
      if (isFree(core, slot))
        changed[core][slot] = point;
    for (size_t slot = 1; slot < changed[core].size(); ++slot)
      if (!isFree(core, slot) && !isGang(core, slot))
        changed[core][slot] = changed[core][slot - 1];
    return changed;
  }

  bool isGang(CoreIndex core, size_t slot) const {
    const std::vector<TaskIndex> &order = level_.schedule->order[core];
    return slot < order.size() &&
           level_.problem->tasks[order[slot]].gang.has_value();
  }

  bool tryOne(Wishes wishes) {
    ++tries_;
    Taken taken = takenAt(level_, chip_, points_, wishes);
    if (taken.ns > mostNs_ * (1 + 1e-9) ||
        taken.joules >= at_.joules * (1 - 1e-6))
      return false;
    best_ = std::move(wishes);
    at_ = taken;
    return true;
  }

  TimedLevel level_;
  const ChipPower &chip_;
  const std::vector<uint32_t> &points_;
  Wishes best_;
  Taken at_;
  double mostNs_;
  unsigned tries_ = 0;
};

} // namespace

Taken takenAt(TimedLevel level, const ChipPower &chip,
              const std::vector<uint32_t> &points, const Wishes &wishes) {
  return Execution(level, chip, points, wishes).run();
}

Wishes steadyWishes(TimedLevel level, const ChipPower &chip,
                    const std::vector<uint32_t> &points) {
  Wishes wishes;
  for (CoreIndex core = 0; core < level.schedule->order.size(); ++core)
    wishes.emplace_back(level.schedule->order[core].size() + 1,
                        points[chip.cores[core].domain]);
  return wishes;
}

std::optional<Wishes> changingWishes(TimedLevel level, const ChipPower &chip,
                                     const std::vector<uint32_t> &points) {
  for (const scheduling::Placement &at : level.schedule->placements)
    if (at.unit)
      return std::nullopt; // what runs beside the cores is not executed here
  return Descent(level, chip, points).run();
}

} // namespace hocket::power
