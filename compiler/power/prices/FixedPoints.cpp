// SPDX-License-Identifier: Apache-2.0
#include "power/prices/FixedPoints.h"

#include "scheduling/Handover.h"

#include <algorithm>
#include <map>
#include <set>

namespace hocket::power {

using scheduling::CoreIndex;
using scheduling::Edge;
using scheduling::Problem;
using scheduling::Schedule;
using scheduling::TaskIndex;

namespace {

/// Along dependences and each core's order.
std::vector<TaskIndex>
sequenceOf(const Problem &problem, const Schedule &schedule,
           const std::vector<std::vector<Edge>> &before) {
  std::vector<TaskIndex> sequence;
  std::vector<bool> isDone(problem.tasks.size());
  std::vector<size_t> next(schedule.order.size());
  auto isReady = [&](TaskIndex task) {
    return std::all_of(before[task].begin(), before[task].end(),
                       [&](const Edge &edge) { return isDone[edge.from]; });
  };
  for (bool goesOn = true; goesOn;) {
    goesOn = false;
    for (size_t core = 0; core < next.size(); ++core)
      while (next[core] < schedule.order[core].size() &&
             isReady(schedule.order[core][next[core]])) {
        TaskIndex task = schedule.order[core][next[core]++];
        sequence.push_back(task);
        isDone[task] = goesOn = true;
      }
  }
  return sequence;
}

} // namespace

PlainLevel::PlainLevel(CoreIndex cores, CoreIndex busy, double waiting) {
  constexpr double ns = 1e9;
  problem.cores = cores;
  problem.cluster.assign(cores, 0);
  schedule.order.resize(cores);
  for (CoreIndex core = 0; core < busy; ++core) {
    scheduling::Task task;
    task.name = "core " + std::to_string(core);
    task.cost.assign(cores, ns);
    task.pinned = core;
    task.memory = waiting * ns;
    problem.tasks.push_back(std::move(task));
    schedule.placements.push_back({core, 0, ns});
    schedule.order[core] = {core};
  }
  schedule.makespan = schedule.period = ns;
}

FixedPoints::FixedPoints(TimedLevel level, const ChipPower &chip)
    : level_(level), chip_(chip), before_(level.problem->tasks.size()),
      gangs_(level.problem->tasks.size()), runs_(chip.domains.size()) {
  std::vector<bool> isAwake(chip.cores.size());
  const Problem &problem = *level.problem;
  const Schedule &schedule = *level.schedule;
  for (const Edge &edge : problem.edges) {
    bool isOneCore = schedule.placements[edge.from].core ==
                     schedule.placements[edge.to].core;
    if (edge.distance == 0 && (isOneCore || !edge.onlyOnSameCore))
      before_[edge.to].push_back(edge);
  }
  std::map<uint32_t, std::vector<TaskIndex>> gangs;
  for (TaskIndex task = 0; task < problem.tasks.size(); ++task)
    if (problem.tasks[task].gang)
      gangs[*problem.tasks[task].gang].push_back(task);
  for (const auto &[gang, tasks] : gangs)
    for (TaskIndex task : tasks)
      gangs_[task] = tasks;
  for (CoreIndex core = 0; core < schedule.order.size(); ++core)
    for (TaskIndex task : schedule.order[core])
      if (problem.tasks[task].cost[core] > 0) {
        isAwake[core] = true;
        runs_[chip.cores[core].domain] = true;
      }
  watts_.emplace(chip, isAwake);
  order_ = sequenceOf(problem, schedule, before_);
}

double FixedPoints::costAt(TaskIndex task,
                           const std::vector<uint32_t> &points) const {
  auto own = [&](TaskIndex of) {
    CoreIndex core = level_.schedule->placements[of].core;
    uint32_t domain = chip_.cores[core].domain;
    return taskNs(level_.problem->tasks[of], core, chip_.domains[domain],
                  points[domain]);
  };
  double ns = own(task);
  for (TaskIndex other : gangs_[task])
    ns = std::max(ns, own(other));
  return ns;
}

/// Nanoseconds on the unit that runs the task, whatever the clocks of cores.
static double unitNs(const scheduling::Task &task, scheduling::UnitIndex unit) {
  for (const scheduling::UnitCost &cost : task.onUnits)
    if (cost.unit == unit)
      return cost.ns;
  return 0;
}

double FixedPoints::makespan(const std::vector<uint32_t> &points) const {
  const Problem &problem = *level_.problem;
  std::vector<double> end(problem.tasks.size()),
      free(level_.schedule->order.size()), freeUnit(problem.units.size());
  double last = 0;
  for (TaskIndex task : order_) {
    CoreIndex core = level_.schedule->placements[task].core;
    double start = free[core];
    for (const Edge &edge : before_[task]) {
      CoreIndex from = level_.schedule->placements[edge.from].core;
      start =
          std::max(start, end[edge.from] +
                              betweenCores(problem, from, core).ns(edge.bytes));
    }
    if (const auto unit = level_.schedule->placements[task].unit) {
      start = std::max(start, freeUnit[*unit]);
      free[core] = start + problem.units[*unit].startNs;
      end[task] = freeUnit[*unit] = start + unitNs(problem.tasks[task], *unit);
    } else {
      end[task] = free[core] = start + costAt(task, points);
    }
    last = std::max(last, end[task]);
  }
  return last;
}

double idleWatts(const CorePower &core, double awake, bool isClusterAwake) {
  if (core.states.empty())
    return awake;
  if (!isClusterAwake || !core.states.back().isOfCluster)
    return core.states.back().watts;
  return core.wattsAlone(uint32_t(core.states.size() - 1)).value_or(awake);
}

ChipWatts::ChipWatts(const ChipPower &chip, const std::vector<bool> &isAwake)
    : chip_(chip), isOthers_(chip.domains.size(), true) {
  std::set<uint32_t> clusters, domains; // with a core that is awake
  for (CoreIndex core = 0; core < chip.cores.size(); ++core) {
    isOthers_[chip.cores[core].domain] = false;
    if (isAwake[core]) {
      clusters.insert(chip.cores[core].cluster);
      domains.insert(chip.cores[core].domain);
    }
  }
  for (const DomainPower &domain : chip.domains)
    watts_.emplace_back(
        domain.supply ? chip.supplies[*domain.supply].volts.size() : 1,
        std::vector<double>(domain.hertz.size(), 0));
  for (CoreIndex core = 0; core < chip.cores.size(); ++core) {
    const CorePower &power = chip.cores[core];
    LevelWatts &levels = watts_[power.domain];
    for (uint32_t level = 0; level < levels.size(); ++level)
      for (uint32_t point = 0; point < levels[level].size(); ++point) {
        const double awake = wattsAt(power.watts, power.wattsAt, level)[point];
        levels[level][point] +=
            isAwake[core]
                ? awake
                : idleWatts(power, awake, clusters.count(power.cluster) != 0);
      }
  }
  for (uint32_t index : domains) {
    const DomainPower &domain = chip.domains[index];
    LevelWatts &levels = watts_[index];
    for (uint32_t level = 0; level < levels.size(); ++level)
      for (size_t point = 0; point < domain.sharedWatts.size(); ++point)
        levels[level][point] +=
            wattsAt(domain.sharedWatts, domain.sharedWattsAt, level)[point];
  }
}

double ChipWatts::at(const std::vector<uint32_t> &from,
                     const std::vector<uint32_t> &to) const {
  auto needed = [&](uint32_t domain) {
    const std::vector<uint32_t> &needs = chip_.domains[domain].needs;
    return isOthers_[domain] ? needs.back()
                             : std::max(needs[from[domain]], needs[to[domain]]);
  };
  double sum = 0;
  for (uint32_t domain = 0; domain < from.size(); ++domain) {
    const std::vector<double> &watts =
        watts_[domain][chip_.supplyLevel(domain, needed)];
    sum += std::max(watts[from[domain]], watts[to[domain]]);
  }
  return sum;
}

double FixedPoints::joules(const std::vector<uint32_t> &points,
                           double ns) const {
  double joules = watts_->at(points) * ns * 1e-9;
  for (double unit : unitJoules(chip_, *level_.problem, *level_.schedule, ns))
    joules += unit;
  return joules;
}

} // namespace hocket::power
