// SPDX-License-Identifier: Apache-2.0
#include "power/search/Energy.h"

#include "power/search/ClusterEnergy.h"
#include "power/search/Draw.h"

#include <algorithm>

namespace hocket::power {

using scheduling::CoreIndex;
using scheduling::TaskIndex;

namespace {

/// A time in which a core cannot sleep.
struct Busy {
  double begin = 0, end = 0;
  std::optional<TaskIndex> task; ///< none: it changes a clock
};

/// Tasks, and changes that the core makes between them, in time.
std::vector<Busy> busyTimes(const Plan &plan,
                            const std::vector<TaskIndex> &order,
                            CoreIndex core) {
  std::vector<Busy> busy;
  for (TaskIndex task : order)
    busy.push_back(
        {plan.placements[task].start, plan.placements[task].end, task});
  size_t tasks = busy.size();
  for (const Change &change : plan.changes)
    if (change.core == core && change.end > change.begin)
      busy.push_back({change.begin, change.end, std::nullopt});
  std::inplace_merge(
      busy.begin(), busy.begin() + ptrdiff_t(tasks), busy.end(),
      [](const Busy &a, const Busy &b) { return a.begin < b.begin; });
  return busy;
}

class Counter {
public:
  Counter(const CorePower &core, CoreIndex index,
          const std::vector<Stretch> &clock, Plan &plan)
      : core_(core), index_(index), awake_(core.watts, core.wattsAt, clock),
        plan_(plan), energy_(plan.energy[index]) {
    energy_.asleep.assign(core.states.size(), 0);
  }

  void count(const std::vector<Busy> &busy) {
    double now = 0;
    for (const Busy &one : busy) {
      addGap(now, one.begin);
      addBusy(one, std::max(now, one.begin));
      now = std::max(now, one.end);
    }
    addGap(now, plan_.horizonNs);
    plan_.joules += energy_.running + energy_.changing + energy_.waiting;
    for (double joules : energy_.asleep)
      plan_.joules += joules;
  }

private:
  void addBusy(const Busy &busy, double begin) {
    double running = 0;
    if (busy.task)
      for (const Run &run : plan_.runs[*busy.task])
        running += awake_.joules(run.begin, run.end);
    energy_.running += running;
    // A change made in a task is part of the task's time.
    energy_.changing += std::max(0.0, awake_.joules(begin, busy.end) - running);
  }

  void addGap(double begin, double end) {
    if (end <= begin)
      return;
    Gap gap{index_, begin, end, std::nullopt};
    double least = awake_.joules(begin, end);
    for (uint32_t i = 0; i < core_.states.size(); ++i) {
      const IdleState &state = core_.states[i];
      if (state.isOfCluster || end - begin < state.leastNs())
        continue;
      double asleepFrom = begin + state.entryNs, wakes = end - state.exitNs;
      double joules = state.moveJoules + awake_.joules(begin, asleepFrom) +
                      state.watts * (wakes - asleepFrom) * 1e-9 +
                      awake_.joules(wakes, end);
      if (joules < least) {
        least = joules;
        gap.state = i;
      }
    }
    (gap.state ? energy_.asleep[*gap.state] : energy_.waiting) += least;
    plan_.gaps.push_back(gap);
  }

  const CorePower &core_;
  CoreIndex index_;
  Draw awake_;
  Plan &plan_;
  CoreEnergy &energy_;
};

} // namespace

void countEnergy(const Setting &setting, double horizonNs, Plan &plan) {
  const ChipPower &chip = setting.chip;
  plan.horizonNs = std::max(horizonNs, plan.makespan);
  plan.gaps.clear();
  plan.energy.assign(chip.cores.size(), {});
  plan.joules = 0;
  std::vector<std::vector<Stretch>> clocks = stretches(chip, plan.changes);
  addLevels(chip, clocks);
  for (CoreIndex core = 0; core < chip.cores.size(); ++core)
    Counter(chip.cores[core], core, clocks[chip.cores[core].domain], plan)
        .count(busyTimes(plan, setting.order[core], core));
  for (const Change &change : plan.changes) {
    double joules = chip.domains[change.domain].changeJoules;
    plan.energy[change.core].changing += joules;
    plan.joules += joules;
  }
  countTogether(setting, clocks, plan);
  plan.units = setting.unitJoules;
  for (size_t unit = 0; unit < plan.units.size(); ++unit) {
    plan.units[unit] += chip.units[unit].count * chip.units[unit].idleWatts *
                        plan.horizonNs * 1e-9;
    plan.joules += plan.units[unit];
  }
}

} // namespace hocket::power
