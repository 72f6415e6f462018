// SPDX-License-Identifier: Apache-2.0
#include "simulation/engine/Energy.h"

#include <algorithm>
#include <cmath>

namespace hocket::simulation {

namespace {

using Doing = ThreadState::Doing;
using Mode = CoreState::Mode;

/// A task's time on a core of which its problem knows nothing: as on the
/// fastest one, by capacity.
double taskTime(const State &state, const Step &step, uint32_t core) {
  const scheduling::Problem &problem = state.workload->problem;
  const scheduling::Task &task = problem.tasks[step.index];
  const power::DomainPower &domain = state.machine->domainOf(core);
  uint32_t point = state.domains[state.machine->chip.cores[core].domain].point;
  if (core < problem.cores)
    return power::taskNs(task, core, domain, point) * step.ns;
  double work = forever;
  for (uint32_t i = 0; i < problem.cores; ++i)
    work = std::min(work, task.cost[i] * state.machine->capacity[i]);
  return work / state.machine->speed(core, point) * step.ns;
}

void advance(State &state, uint32_t core, uint32_t index, double ns) {
  ThreadState &thread = state.threads[index];
  thread.cpuNs += ns;
  thread.vruntime += ns * 1024 / thread.weight;
  double paid = std::min(ns, thread.debtNs);
  thread.debtNs -= paid;
  ns -= paid;
  if (thread.doing != Doing::Work || !thread.isInStep || ns <= 0)
    return;
  double whole = wholeNs(state, index, core);
  thread.left = whole > 0 ? std::max(0.0, thread.left - ns / whole) : 0;
  uint32_t point = state.domains[state.machine->chip.cores[core].domain].point;
  double work = ns * state.machine->speed(core, point);
  thread.workDone += work;
  thread.quotaLeft -= work;
}

} // namespace

double wholeNs(const State &state, uint32_t thread, uint32_t core) {
  const ThreadState &at = state.threads[thread];
  const Step &step = state.thread(thread).steps[at.step];
  if (step.kind == StepKind::Task)
    return taskTime(state, step, core) * at.factor;
  uint32_t point = state.domains[state.machine->chip.cores[core].domain].point;
  return step.ns / state.machine->speed(core, point) * at.factor;
}

bool standsStill(const State &state, uint32_t core) {
  return state.domains[state.machine->chip.cores[core].domain].isChanging ||
         state.now < state.stallUntil;
}

void settle(State &state, uint32_t core) {
  CoreState &at = state.cores[core];
  double ns = state.now - at.settledAt;
  if (ns <= 0)
    return;
  at.joules[at.use] += ns * at.watts * 1e-9;
  at.ns[at.use] += ns;
  if (at.mode == Mode::Awake && !at.running.empty()) {
    at.busyNs += ns;
    // Whether it stood still did not change since it was settled.
    bool isStill =
        state.domains[state.machine->chip.cores[core].domain].isChanging ||
        at.settledAt < state.stallUntil;
    if (!isStill)
      for (size_t i = 0; i < at.running.size(); ++i)
        advance(state, core, at.running[i], ns * at.share[i]);
  }
  at.settledAt = state.now;
}

std::vector<uint32_t> domainsWith(const State &state, uint32_t domain) {
  const power::ChipPower &chip = state.machine->chip;
  if (const std::optional<uint32_t> &supply = chip.domains[domain].supply)
    return chip.supplies[*supply].domains;
  return {domain};
}

void settleDomain(State &state, uint32_t domain) {
  for (uint32_t one : domainsWith(state, domain))
    for (uint32_t core = 0; core < state.cores.size(); ++core)
      if (state.machine->chip.cores[core].domain == one)
        settle(state, core);
}

namespace {

/// A clock all of whose cores are off needs no voltage.
bool isOff(const State &state, uint32_t domain) {
  bool hasCores = false;
  for (uint32_t core = 0; core < state.cores.size(); ++core)
    if (state.machine->chip.cores[core].domain == domain) {
      hasCores = true;
      if (state.cores[core].mode != Mode::Off)
        return false;
    }
  return hasCores;
}

/// Of what the domain's clock has at its point, at the level of its supply;
/// while the clock changes, at the more costly of the two points.
double wattsOf(const State &state, uint32_t index,
               const std::vector<double> &own,
               const power::LevelWatts &byLevel) {
  const power::ChipPower &chip = state.machine->chip;
  const uint32_t level = chip.supplyLevel(index, [&](uint32_t one) -> uint32_t {
    const DomainState &at = state.domains[one];
    const std::vector<uint32_t> &needs = chip.domains[one].needs;
    if (isOff(state, one))
      return 0;
    return at.isChanging ? std::max(needs[at.point], needs[at.to])
                         : needs[at.point];
  });
  const std::vector<double> &watts = power::wattsAt(own, byLevel, level);
  const DomainState &domain = state.domains[index];
  return domain.isChanging ? std::max(watts[domain.point], watts[domain.to])
                           : watts[domain.point];
}

double awakeWatts(const State &state, uint32_t core) {
  const power::CorePower &power = state.machine->chip.cores[core];
  return wattsOf(state, power.domain, power.watts, power.wattsAt);
}

/// Awake: what most threads of it do that matters.
Use useOf(const State &state, uint32_t core) {
  bool changes = false;
  for (uint32_t thread : state.cores[core].running) {
    const ThreadState &at = state.threads[thread];
    if (at.doing == Doing::Change)
      changes = true;
    else if (at.doing == Doing::Work)
      return standsStill(state, core) ? Use::Changing : Use::Running;
  }
  return changes ? Use::Changing : Use::Waiting;
}

} // namespace

namespace {

bool sleepsTogether(const State &state, uint32_t cluster) {
  for (uint32_t core = 0; core < state.cores.size(); ++core)
    if (state.machine->chip.cores[core].cluster == cluster &&
        !state.cores[core].isInClusterState)
      return false;
  return true;
}

double asleepWatts(const State &state, uint32_t core) {
  const power::CorePower &power = state.machine->chip.cores[core];
  const uint32_t idle = state.cores[core].idle;
  if (!power.states[idle].isOfCluster || sleepsTogether(state, power.cluster))
    return power.states[idle].watts;
  return power.wattsAlone(idle).value_or(awakeWatts(state, core));
}

void setDraw(State &state, uint32_t core) {
  CoreState &at = state.cores[core];
  double before = at.watts;
  switch (at.mode) {
  case Mode::Off:
    at.watts = 0;
    at.use = uint32_t(Use::Off);
    break;
  case Mode::Awake:
    at.watts = awakeWatts(state, core);
    at.use = uint32_t(useOf(state, core));
    break;
  case Mode::FallingAsleep:
  case Mode::Waking:
    at.watts = awakeWatts(state, core);
    at.use = uses + at.idle;
    break;
  case Mode::Asleep:
    at.watts = asleepWatts(state, core);
    at.use = uses + at.idle;
    break;
  }
  if (state.records.isOn &&
      (at.watts != before || state.records.power.size() < state.cores.size()))
    state.records.power.push_back({state.now, core, at.watts});
}

/// The cluster begins or ends to sleep as a whole: others of its cores draw
/// something else from now on.
void meterOthers(State &state, uint32_t core) {
  const uint32_t cluster = state.machine->chip.cores[core].cluster;
  for (uint32_t other = 0; other < state.cores.size(); ++other)
    if (other != core && state.cores[other].mode == Mode::Asleep &&
        state.machine->chip.cores[other].cluster == cluster) {
      settle(state, other);
      setDraw(state, other);
    }
}

} // namespace

void meterShared(State &state, uint32_t domain) {
  DomainState &at = state.domains[domain];
  const std::vector<double> &watts =
      state.machine->chip.domains[domain].sharedWatts;
  if (watts.empty())
    return;
  at.sharedJoules += (state.now - at.sharedSettledAt) * at.sharedWatts * 1e-9;
  at.sharedSettledAt = state.now;
  bool isUp = false;
  for (uint32_t core = 0; core < state.cores.size(); ++core)
    isUp |= state.machine->chip.cores[core].domain == domain &&
            state.cores[core].isUp;
  double before = at.sharedWatts;
  at.sharedWatts =
      isUp ? wattsOf(state, domain, watts,
                     state.machine->chip.domains[domain].sharedWattsAt)
           : 0;
  if (state.records.isOn && at.sharedWatts != before)
    state.records.power.push_back(
        {state.now, uint32_t(state.cores.size()) + domain, at.sharedWatts});
}

void meter(State &state, uint32_t core) {
  CoreState &at = state.cores[core];
  const power::CorePower &power = state.machine->chip.cores[core];
  const bool wasIn = at.isInClusterState;
  at.isUp = at.mode != Mode::Asleep && at.mode != Mode::Off;
  at.isInClusterState =
      at.mode == Mode::Off ||
      (at.mode == Mode::Asleep && power.states[at.idle].isOfCluster);
  setDraw(state, core);
  if (wasIn != at.isInClusterState)
    meterOthers(state, core);
  meterShared(state, power.domain);
}

void meterDomain(State &state, uint32_t domain) {
  for (uint32_t one : domainsWith(state, domain))
    for (uint32_t core = 0; core < state.cores.size(); ++core)
      if (state.machine->chip.cores[core].domain == one)
        meter(state, core);
}

} // namespace hocket::simulation
