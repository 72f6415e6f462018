// SPDX-License-Identifier: Apache-2.0
#include "simulation/engine/Run.h"

#include "simulation/engine/Clocks.h"
#include "simulation/engine/Cores.h"
#include "simulation/engine/Energy.h"
#include "simulation/engine/Queues.h"
#include "simulation/engine/Threads.h"

#include <set>

namespace hocket::simulation {

namespace {

void countBarriers(State &state) {
  state.barriers.resize(state.workload->barriers);
  for (const Thread &thread : state.workload->threads) {
    std::set<uint32_t> own;
    for (const Step &step : thread.steps)
      if (step.kind == StepKind::Barrier && own.insert(step.index).second)
        ++state.barriers[step.index].members;
  }
}

bool isCurrent(const State &state, const Event &event) {
  switch (event.kind) {
  case EventKind::CoreTurn:
  case EventKind::CoreAsleep:
  case EventKind::CoreWake:
  case EventKind::CoreAwake:
    return state.cores[event.index].timer == event.version;
  case EventKind::ThreadWake:
  case EventKind::SpinEnd:
    return state.threads[event.index].timer == event.version;
  case EventKind::QuotaFull:
    return state.threads[event.index].quotaTimer == event.version;
  default:
    return true;
  }
}

// long: a switch over all kinds of events
void handle(State &state, const Event &event) {
  switch (event.kind) {
  case EventKind::CoreTurn:
    mark(state, event.index);
    break;
  case EventKind::CoreAsleep:
    coreAsleep(state, event.index);
    break;
  case EventKind::CoreWake:
    coreWake(state, event.index);
    break;
  case EventKind::CoreAwake:
    coreAwake(state, event.index);
    break;
  case EventKind::ThreadWake:
    wake(state, event.index);
    break;
  case EventKind::SpinEnd:
    endSpin(state, event.index);
    break;
  case EventKind::QuotaFull:
    fillQuota(state, event.index);
    break;
  case EventKind::ThreadStart:
    start(state, event.index);
    break;
  case EventKind::ClockChange:
    changeClock(state, event.index);
    break;
  case EventKind::ClockDone:
    clockDone(state, event.index);
    break;
  case EventKind::SwitchDone:
    for (uint32_t core = 0; core < state.cores.size(); ++core)
      mark(state, core);
    break;
  case EventKind::Timer:
    state.policies[event.index]->timer(state);
    break;
  case EventKind::UserEvent:
    for (auto &policy : state.policies)
      policy->userEvent(state, event.index);
    break;
  }
}

/// Policies hear of new and ended threads once cores have decided.
void settleDown(State &state) {
  decideMarked(state);
  while (state.threadsChanged) {
    state.threadsChanged = false;
    for (auto &policy : state.policies)
      policy->threadsChanged(state);
    decideMarked(state);
  }
}

std::string stuckThreads(const State &state) {
  std::string names;
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
    if (state.workload->processes[state.thread(thread).process].isMeasured &&
        state.threads[thread].phase != ThreadState::Phase::Done)
      names += (names.empty() ? "'" : ", '") + state.thread(thread).name + "'";
  return names + " wait for what never comes";
}

void finish(State &state) {
  for (uint32_t core = 0; core < state.cores.size(); ++core) {
    settle(state, core);
    if (state.records.isOn)
      endShown(state, core);
  }
  for (uint32_t domain = 0; domain < state.domains.size(); ++domain) {
    DomainState &at = state.domains[domain];
    at.ns[at.point] += state.now - at.since;
    meterShared(state, domain);
  }
}

} // namespace

State initialState(const Machine &machine, const Workload &workload,
                   const Noise &noise) {
  State state;
  state.machine = &machine;
  state.workload = &workload;
  state.noise = noise;
  for (const power::CorePower &power : machine.chip.cores) {
    CoreState &core = state.cores.emplace_back();
    core.joules.resize(uses + power.states.size());
    core.ns.resize(uses + power.states.size());
  }
  for (const power::DomainPower &power : machine.chip.domains) {
    DomainState &domain = state.domains.emplace_back();
    domain.point = power.highest();
    domain.ns.resize(power.hertz.size());
  }
  state.threads.resize(workload.threads.size());
  state.flags.resize(workload.flags);
  state.isReserved.resize(machine.cores());
  state.records.shown.resize(machine.cores());
  state.records.slices.resize(machine.cores());
  state.records.clocks.resize(machine.chip.domains.size());
  countBarriers(state);
  for (const Thread &thread : workload.threads)
    state.measuredLeft += workload.processes[thread.process].isMeasured;
  return state;
}

namespace {

/// Threads that are there from the beginning find no core asleep.
void begin(State &state) {
  for (uint32_t core = 0; core < state.cores.size(); ++core) {
    meter(state, core);
    mark(state, core);
  }
  for (uint32_t event = 0; event < state.workload->events.size(); ++event)
    state.events.add(state.workload->events[event].time, EventKind::UserEvent,
                     event);
  state.scheduler->begin(state);
  for (uint32_t i = 0; i < state.policies.size(); ++i) {
    state.policies[i]->index = i;
    state.policies[i]->begin(state);
  }
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
    if (state.thread(thread).start <= 0)
      start(state, thread);
    else
      state.events.add(state.thread(thread).start, EventKind::ThreadStart,
                       thread);
  for (uint32_t change = 0; change < state.workload->changes.size(); ++change)
    state.events.add(state.workload->changes[change].time,
                     EventKind::ClockChange, change);
  settleDown(state);
}

} // namespace

std::string run(State &state) {
  bool isMeasuring = state.measuredLeft > 0;
  auto isOver = [&] { return isMeasuring && state.measuredLeft == 0; };
  begin(state);
  // What only policies' timers are left of goes on for ever.
  bool isAtEnd = false;
  while (!isOver() && !isAtEnd && state.events.hasWork()) {
    Event event = state.events.take();
    isAtEnd = event.time > state.end;
    if (isAtEnd || !isCurrent(state, event))
      continue;
    state.now = event.time;
    ++state.handled;
    handle(state, event);
    settleDown(state);
  }
  if (isMeasuring && !isOver() && !isAtEnd)
    return stuckThreads(state);
  if (state.end < forever && !isOver())
    state.now = state.end;
  finish(state);
  return {};
}

} // namespace hocket::simulation
