// SPDX-License-Identifier: Apache-2.0
#include "power/search/Timing.h"

#include <algorithm>
#include <limits>

namespace hocket::power {

using scheduling::CoreIndex;
using scheduling::Problem;
using scheduling::TaskIndex;

namespace {

constexpr double forever = std::numeric_limits<double>::infinity();
/// Runs shorter than this share of the time are what rounding made.
constexpr double sliver = 1e-10;

/// Goes through all events in order and gives each its time.
class Player {
public:
  Player(const ChipPower &chip, const Network &network, const StepCosts &costs,
         const std::vector<Mix> &mixes)
      : chip_(chip), network_(network), costs_(costs), mixes_(mixes),
        now_(chip.domains.size()), time_(network.events.size()) {
    for (const DomainPower &domain : chip.domains)
      point_.push_back(domain.highest());
  }

  void play() {
    size_t arc = 0;
    for (uint32_t event = 0; event < network_.events.size(); ++event) {
      double ready = 0;
      for (; arc < network_.arcs.size() && network_.arcs[arc].to == event;
           ++arc)
        ready = std::max(ready, time_[network_.arcs[arc].from] +
                                    network_.arcs[arc].lag);
      const Event &at = network_.events[event];
      doStep(at.stepBefore);
      if (at.isStart)
        prepare(at, ready);
      time_[event] = now_[at.domain] = std::max(now_[at.domain], ready);
    }
    // In time for each domain: the events of one go through it in order.
    std::stable_sort(
        changes.begin(), changes.end(),
        [](const Change &a, const Change &b) { return a.domain < b.domain; });
  }

  double timeOf(uint32_t event) const { return time_[event]; }

  std::vector<Change> changes;

private:
  /// Changes the clock before a task starts, in what its core waits anyway.
  void prepare(const Event &event, double ready) {
    uint32_t index = event.stepAfter;
    while (network_.steps[index].to != none && !takesTime(index))
      index = network_.events[network_.steps[index].to].stepAfter;
    uint32_t first = mixes_[index].first;
    if (!takesTime(index) || first == point_[event.domain])
      return;
    double &now = now_[event.domain];
    now = std::max(now, ready - chip_.domains[event.domain].changeNs);
    change(index, first);
  }

  bool takesTime(uint32_t step) const {
    return !network_.steps[step].parts.empty() &&
           costs_.choices[step][mixes_[step].first].ns > 0;
  }

  void change(uint32_t step, uint32_t point) {
    uint32_t domain = network_.steps[step].domain;
    double &now = now_[domain];
    double end = now + chip_.domains[domain].changeNs;
    changes.push_back({domain, network_.steps[step].parts.front().core,
                       point_[domain], point, now, end});
    now = end;
    point_[domain] = point;
  }

  void doStep(uint32_t step) {
    if (!takesTime(step))
      return;
    const Mix &mix = mixes_[step];
    doShare(step, mix.first, mix.share);
    if (mix.share < 1)
      doShare(step, mix.second, 1 - mix.share);
  }

  void doShare(uint32_t step, uint32_t point, double share) {
    uint32_t domain = network_.steps[step].domain;
    if (point != point_[domain])
      change(step, point);
    now_[domain] += share * costs_.choices[step][point].ns;
  }

  const ChipPower &chip_;
  const Network &network_;
  const StepCosts &costs_;
  const std::vector<Mix> &mixes_;
  std::vector<double> now_;     ///< by domain
  std::vector<uint32_t> point_; ///< by domain
  std::vector<double> time_;    ///< by event
};

/// Runs a task from its start until its work is done.
/// \param at the stretch to begin at; moved on.
std::vector<Run> runTask(const scheduling::Task &task,
                         const scheduling::Placement &place,
                         const DomainPower &domain,
                         const std::vector<Stretch> &clock, size_t &at) {
  std::vector<Run> runs;
  double left = 1, now = place.start;
  while (at + 1 < clock.size() && clock[at].end <= now)
    ++at;
  while (left > 0) {
    const Stretch &stretch = clock[at];
    if (!stretch.isChange) {
      double ns = taskNs(task, place.core, domain, stretch.point);
      double end = now + left * ns;
      // What rounding left over is done.
      bool isLast = ns <= 0 || end <= stretch.end * (1 + sliver);
      double until = isLast ? end : stretch.end;
      if (until - now > sliver * std::max(1.0, until) ||
          (isLast && runs.empty() && until > now))
        runs.push_back({stretch.point, now, until});
      if (isLast)
        return runs;
      left -= (until - now) / ns;
    }
    now = stretch.end;
    ++at;
  }
  return runs;
}

/// Tasks that did not stop where their steps waited may be done before a change
/// that was meant for their rest.
void dropLateChanges(const ChipPower &chip, Plan &plan) {
  std::vector<double> lastEnd(chip.domains.size());
  for (const scheduling::Placement &at : plan.placements) {
    double &end = lastEnd[chip.cores[at.core].domain];
    end = std::max(end, at.end);
  }
  std::erase_if(plan.changes, [&](const Change &change) {
    return change.end > lastEnd[change.domain];
  });
}

} // namespace

bool isInTime(double ns, const std::optional<double> &deadlineNs) {
  return !deadlineNs || ns <= *deadlineNs * (1 + 1e-11);
}

std::vector<std::vector<Stretch>>
stretches(const ChipPower &chip, const std::vector<Change> &changes) {
  std::vector<std::vector<Stretch>> clocks(chip.domains.size());
  for (uint32_t domain = 0; domain < clocks.size(); ++domain)
    clocks[domain].push_back(
        {0, forever, chip.domains[domain].highest(), false, 0});
  for (const Change &change : changes) {
    std::vector<Stretch> &clock = clocks[change.domain];
    clock.back().end = change.begin;
    clock.push_back({change.begin, change.end, change.from, true, change.to});
    clock.push_back({change.end, forever, change.to, false, 0});
  }
  return clocks;
}

namespace {

/// The level that the clock needs in the stretch.
uint32_t needOf(const DomainPower &domain, const Stretch &stretch) {
  const uint32_t own = domain.needs[stretch.point];
  return stretch.isChange ? std::max(own, domain.needs[stretch.to]) : own;
}

/// Stretches of one clock with a begin before `end`, cut at `ends`.
std::vector<Stretch> cutAt(const std::vector<Stretch> &clock,
                           const std::vector<Stretch> &levels) {
  std::vector<Stretch> result;
  size_t at = 0;
  for (const Stretch &whole : clock) {
    Stretch part = whole;
    for (bool goesOn = true; goesOn;) {
      while (at + 1 < levels.size() && levels[at].end <= part.begin)
        ++at;
      part.level = levels[at].level;
      goesOn = levels[at].end < whole.end;
      part.end = goesOn ? levels[at].end : whole.end;
      result.push_back(part);
      part.begin = part.end;
    }
  }
  return result;
}

} // namespace

void addLevels(const ChipPower &chip,
               std::vector<std::vector<Stretch>> &clocks) {
  for (const SupplyPower &supply : chip.supplies) {
    std::vector<Stretch> levels; // only times and levels count
    std::vector<size_t> at(clocks.size());
    for (double now = 0; now < forever;) {
      Stretch &level = levels.emplace_back();
      level.begin = now;
      level.end = forever;
      for (uint32_t domain : supply.domains) {
        const std::vector<Stretch> &clock = clocks[domain];
        size_t &own = at[domain];
        while (own + 1 < clock.size() && clock[own].end <= now)
          ++own;
        level.end = std::min(level.end, clock[own].end);
        level.level =
            std::max(level.level, needOf(chip.domains[domain], clock[own]));
      }
      now = level.end;
    }
    for (uint32_t domain : supply.domains)
      clocks[domain] = cutAt(clocks[domain], levels);
  }
}

Plan timed(const Setting &setting, const Network &network,
           const StepCosts &costs, const std::vector<Mix> &mixes) {
  const Problem &problem = setting.problem;
  const ChipPower &chip = setting.chip;
  Player player(chip, network, costs, mixes);
  player.play();
  Plan plan;
  plan.changes = std::move(player.changes);
  plan.placements.resize(problem.tasks.size());
  plan.runs.resize(problem.tasks.size());
  std::vector<std::vector<Stretch>> clocks = stretches(chip, plan.changes);
  for (CoreIndex core = 0; core < setting.order.size(); ++core) {
    uint32_t domain = chip.cores[core].domain;
    size_t at = 0;
    double free = 0;
    for (TaskIndex task : setting.order[core]) {
      scheduling::Placement &place = plan.placements[task];
      place.core = core;
      place.start = std::max(free, player.timeOf(network.startOf[task]));
      plan.runs[task] = runTask(problem.tasks[task], place,
                                chip.domains[domain], clocks[domain], at);
      place.end =
          plan.runs[task].empty() ? place.start : plan.runs[task].back().end;
      free = place.end;
      plan.makespan = std::max(plan.makespan, place.end + setting.tailNs(task));
    }
  }
  dropLateChanges(chip, plan);
  return plan;
}

} // namespace hocket::power
