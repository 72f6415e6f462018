// SPDX-License-Identifier: Apache-2.0
#include "power/verify/CoreCheck.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>

namespace hocket::power {

using scheduling::CoreIndex;
using scheduling::TaskIndex;

void CoreCheck::run() {
  for (const Gap &gap : plan_.gaps)
    if (gap.core >= chip_.cores.size() || !(gap.begin >= 0) ||
        !(gap.end >= gap.begin)) {
      wrong_.push_back("a gap has no valid core or time");
      return;
    }
  for (double joules : plan_.units)
    joules_ += joules;
  findMeetings();
  for (CoreIndex core = 0; core < chip_.cores.size(); ++core)
    checkCore(core);
  checkShared();
  if (!(std::abs(joules_ - plan_.joules) <= 1e-6 * std::abs(joules_) + 1e-15))
    wrong_.push_back(llvm::formatv("the plan takes {0} J but says {1} J",
                                   joules_, plan_.joules));
}

std::vector<CoreCheck::Piece> CoreCheck::piecesOf(CoreIndex core) const {
  std::vector<Piece> pieces;
  for (TaskIndex task : schedule_.order[core])
    pieces.push_back(
        {plan_.placements[task].start, doneAt_[task], Piece::Kind::Task, task});
  size_t tasks = pieces.size();
  for (uint32_t i = 0; i < plan_.changes.size(); ++i) {
    const Change &change = plan_.changes[i];
    if (change.core != core || !(change.begin < change.end))
      continue;
    auto task = std::partition_point(
        pieces.begin(), pieces.begin() + ptrdiff_t(tasks),
        [&](const Piece &one) { return !isEarlier(change.begin, one.end); });
    bool isInTask = task != pieces.begin() + ptrdiff_t(tasks) &&
                    !isEarlier(change.begin, task->begin);
    if (!isInTask)
      pieces.push_back({change.begin, change.end, Piece::Kind::Change, i});
  }
  for (uint32_t i = 0; i < plan_.gaps.size(); ++i)
    if (plan_.gaps[i].core == core)
      pieces.push_back(
          {plan_.gaps[i].begin, plan_.gaps[i].end, Piece::Kind::Gap, i});
  std::stable_sort(
      pieces.begin(), pieces.end(), [](const Piece &a, const Piece &b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
      });
  return pieces;
}

void CoreCheck::checkCore(CoreIndex core) {
  const CorePower &power = chip_.cores[core];
  CoreEnergy energy;
  energy.asleep.assign(power.states.size(), 0);
  double now = 0;
  for (const Piece &piece : piecesOf(core)) {
    if (isEarlier(piece.begin, now) || isEarlier(now, piece.begin))
      wrong_.push_back(
          llvm::formatv("what core {0} does at {1} ns begins at {2} ns", core,
                        now, piece.begin));
    now = piece.end;
    double joules = awake(core, piece.begin, piece.end);
    if (piece.kind == Piece::Kind::Gap) {
      checkGap(plan_.gaps[piece.index], energy);
    } else if (piece.kind == Piece::Kind::Change) {
      energy.changing += joules;
    } else {
      double running = 0;
      for (const Run &run : plan_.runs[piece.index])
        running += awake(core, run.begin, run.end);
      energy.running += running;
      energy.changing += joules - running;
    }
  }
  if (isEarlier(now, plan_.horizonNs) || isEarlier(plan_.horizonNs, now))
    wrong_.push_back(llvm::formatv("core {0} has nothing to do from {1} ns on, "
                                   "before the plan's end at {2} ns",
                                   core, now, plan_.horizonNs));
  for (const Change &change : plan_.changes)
    if (change.core == core)
      energy.changing += chip_.domains[change.domain].changeJoules;
  compare(core, energy);
}

void CoreCheck::checkGap(const Gap &gap, CoreEnergy &energy) {
  const CorePower &power = chip_.cores[gap.core];
  if (!gap.state) {
    energy.waiting += awake(gap.core, gap.begin, gap.end);
    return;
  }
  if (*gap.state >= power.states.size()) {
    wrong_.push_back(
        llvm::formatv("core {0} has no idle state {1}", gap.core, *gap.state));
    return;
  }
  const IdleState &state = power.states[*gap.state];
  double ns = gap.end - gap.begin;
  if (isEarlier(ns, state.breakEvenNs) ||
      isEarlier(ns, state.entryNs + state.exitNs)) {
    wrong_.push_back(llvm::formatv(
        "core {0} goes to idle state '{1}' for {2} ns, which is too short",
        gap.core, state.name, ns));
    return;
  }
  energy.asleep[*gap.state] +=
      awake(gap.core, gap.begin, gap.begin + state.entryNs) +
      awake(gap.core, gap.end - state.exitNs, gap.end) + state.moveJoules +
      joulesAsleep(gap);
}

CoreCheck::Time CoreCheck::asleepIn(const Gap &gap) const {
  const std::vector<IdleState> &states = chip_.cores[gap.core].states;
  if (!gap.state || *gap.state >= states.size())
    return {};
  return {gap.begin + states[*gap.state].entryNs,
          gap.end - states[*gap.state].exitNs};
}

std::vector<CoreCheck::Time> CoreCheck::meetings(std::vector<Together> events,
                                                 size_t cores) {
  // At one time ends come first: what only touches does not meet.
  std::sort(events.begin(), events.end(),
            [](const Together &a, const Together &b) {
              return a.time != b.time ? a.time < b.time : a.begins < b.begins;
            });
  std::vector<Time> result;
  size_t asleep = 0;
  for (const Together &event : events) {
    if (!event.begins && asleep == cores)
      result.back().end = event.time;
    asleep += event.begins ? 1 : -1;
    if (event.begins && asleep == cores)
      result.push_back({event.time, event.time});
  }
  return result;
}

void CoreCheck::findMeetings() {
  std::map<uint32_t, std::vector<Together>> events;
  std::map<uint32_t, size_t> cores;
  for (const CorePower &core : chip_.cores)
    ++cores[core.cluster];
  for (const Gap &gap : plan_.gaps) {
    const CorePower &core = chip_.cores[gap.core];
    const Time asleep = asleepIn(gap);
    if (asleep.begin < asleep.end && core.states[*gap.state].isOfCluster) {
      events[core.cluster].push_back({asleep.begin, true});
      events[core.cluster].push_back({asleep.end, false});
    }
  }
  for (auto &[cluster, of] : events)
    clusterSleeps_[cluster] = meetings(std::move(of), cores[cluster]);
}

double CoreCheck::joulesAsleep(const Gap &gap) const {
  const CorePower &power = chip_.cores[gap.core];
  const IdleState &state = power.states[*gap.state];
  const Time asleep = asleepIn(gap);
  if (!state.isOfCluster)
    return (asleep.end - asleep.begin) * state.watts * 1e-9;
  const std::optional<double> lighter = power.wattsAlone(*gap.state);
  auto alone = [&](double begin, double end) {
    return lighter ? (end - begin) * *lighter * 1e-9
                   : awake(gap.core, begin, end);
  };
  double joules = 0, now = asleep.begin;
  auto known = clusterSleeps_.find(power.cluster);
  if (known != clusterSleeps_.end()) {
    auto first = std::partition_point(
        known->second.begin(), known->second.end(),
        [&](const Time &time) { return time.end <= asleep.begin; });
    for (; first != known->second.end() && first->begin < asleep.end; ++first) {
      joules += alone(now, first->begin) +
                (first->end - first->begin) * state.watts * 1e-9;
      now = first->end;
    }
  }
  return joules + alone(now, asleep.end);
}

void CoreCheck::checkShared() {
  for (uint32_t domain = 0; domain < chip_.domains.size(); ++domain) {
    const std::vector<double> &watts = chip_.domains[domain].sharedWatts;
    std::vector<Together> events;
    size_t cores = 0;
    for (const CorePower &core : chip_.cores)
      cores += core.domain == domain;
    for (const Gap &gap : plan_.gaps) {
      const Time asleep = asleepIn(gap);
      if (chip_.cores[gap.core].domain != domain || asleep.begin >= asleep.end)
        continue;
      events.push_back({asleep.begin, true});
      events.push_back({asleep.end, false});
    }
    double counted = 0;
    if (!watts.empty() && cores != 0) {
      const LevelWatts &byLevel = chip_.domains[domain].sharedWattsAt;
      counted = levels_.joules(domain, watts, byLevel, 0, plan_.horizonNs);
      for (const Time &time : meetings(std::move(events), cores))
        counted -= levels_.joules(domain, watts, byLevel, time.begin, time.end);
    }
    joules_ += counted;
    double said = domain < plan_.shared.size() ? plan_.shared[domain] : 0;
    if (!(std::abs(counted - said) <= 1e-6 * std::abs(counted) + 1e-15))
      wrong_.push_back(llvm::formatv(
          "what the cores of domain '{0}' share takes {1} J, the plan says {2} "
          "J",
          chip_.domains[domain].name, counted, said));
  }
}

void CoreCheck::compare(CoreIndex core, const CoreEnergy &counted) {
  const CoreEnergy &given = plan_.energy[core];
  double sum = counted.running + counted.changing + counted.waiting;
  for (double joules : counted.asleep)
    sum += joules;
  joules_ += sum;
  auto check = [&](const char *what, double right, double said) {
    if (!(std::abs(right - said) <= 1e-6 * std::abs(sum) + 1e-15))
      wrong_.push_back(
          llvm::formatv("core {0} takes {1} J {2}, the plan says {3} J", core,
                        right, what, said));
  };
  check("to run", counted.running, given.running);
  check("to change its clock", counted.changing, given.changing);
  check("to wait", counted.waiting, given.waiting);
  if (given.asleep.size() != counted.asleep.size()) {
    wrong_.push_back(llvm::formatv("core {0} has {1} idle states", core,
                                   counted.asleep.size()));
    return;
  }
  for (size_t i = 0; i < counted.asleep.size(); ++i)
    check("asleep", counted.asleep[i], given.asleep[i]);
}

} // namespace hocket::power
