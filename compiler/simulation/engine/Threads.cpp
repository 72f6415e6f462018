// SPDX-License-Identifier: Apache-2.0
#include "simulation/engine/Threads.h"

#include "simulation/engine/Clocks.h"
#include "simulation/engine/Energy.h"
#include "simulation/engine/Queues.h"

#include <algorithm>

namespace hocket::simulation {

namespace {

using Doing = ThreadState::Doing;
using Phase = ThreadState::Phase;

const Step &stepOf(const State &state, uint32_t thread) {
  return state.thread(thread).steps[state.threads[thread].step];
}

NoiseKey keyOf(const State &state, uint32_t thread) {
  const ThreadState &at = state.threads[thread];
  return {thread, at.step, at.repetition};
}

void block(State &state, uint32_t thread) {
  takeOff(state, thread);
  state.threads[thread].phase = Phase::Blocked;
}

/// Its wait is over; events that were for it mean nothing any more.
void pass(State &state, uint32_t thread) {
  ThreadState &at = state.threads[thread];
  at.isWaiting = false;
  at.doing = Doing::Work;
  ++at.timer;
  ++at.step;
}

/// Waits for others, awake at first. \returns whether it stays on its core.
bool waitOn(State &state, uint32_t thread) {
  ThreadState &at = state.threads[thread];
  double spin = state.thread(thread).spinNs;
  bool isNew = !at.isWaiting;
  at.isWaiting = true;
  if (spin <= 0 || (!isNew && at.doing != Doing::Spin)) {
    block(state, thread);
    return false;
  }
  at.doing = Doing::Spin;
  if (isNew && spin < forever)
    state.events.add(state.now + spin, EventKind::SpinEnd, thread, at.timer);
  return true;
}

bool isThere(State &state, uint32_t thread, const Step &step) {
  ThreadState &at = state.threads[thread];
  if (step.value > at.repetition)
    return true;
  uint64_t needed = at.repetition - step.value;
  Flag &flag = state.flags[step.index];
  if (flag.times.size() > needed) {
    double arrival = flag.times[needed] + step.ns;
    if (arrival <= state.now)
      return true;
    if (!at.isWaiting)
      state.events.add(arrival, EventKind::ThreadWake, thread, at.timer);
  } else if (!at.isWaiting) {
    flag.waiters.push_back({thread, needed, step.ns});
  }
  return false;
}

} // namespace

void raise(State &state, uint32_t index) {
  Flag &flag = state.flags[index];
  uint64_t repetition = flag.times.size();
  flag.times.push_back(state.now);
  std::vector<Waiter> waiters;
  waiters.swap(flag.waiters);
  for (const Waiter &waiter : waiters)
    if (waiter.repetition != repetition)
      flag.waiters.push_back(waiter);
    else if (waiter.lag > 0)
      state.events.add(state.now + waiter.lag, EventKind::ThreadWake,
                       waiter.thread, state.threads[waiter.thread].timer);
    else
      wake(state, waiter.thread);
  std::vector<uint32_t> changes;
  changes.swap(state.flags[index].changes);
  for (uint32_t change : changes)
    changeClock(state, change);
}

namespace {

/// All are at the barrier: they go on.
void release(State &state, BarrierState &barrier) {
  std::vector<uint32_t> waiting;
  waiting.swap(barrier.waiting);
  for (uint32_t thread : waiting) {
    pass(state, thread);
    wake(state, thread);
  }
}

/// \returns whether the thread goes on at once.
bool arrive(State &state, uint32_t thread, BarrierState &barrier) {
  if (state.threads[thread].isWaiting)
    return false;
  if (barrier.waiting.size() + 1 < barrier.members) {
    barrier.waiting.push_back(thread);
    return false;
  }
  release(state, barrier);
  return true;
}

void leaveBarriers(State &state, uint32_t thread) {
  std::vector<uint32_t> seen;
  for (const Step &step : state.thread(thread).steps) {
    if (step.kind != StepKind::Barrier ||
        std::find(seen.begin(), seen.end(), step.index) != seen.end())
      continue;
    seen.push_back(step.index);
    BarrierState &barrier = state.barriers[step.index];
    --barrier.members;
    if (!barrier.waiting.empty() && barrier.waiting.size() == barrier.members)
      release(state, barrier);
  }
}

void endBurst(State &state, uint32_t thread) {
  ThreadState &at = state.threads[thread];
  double ns = state.now - at.released;
  ++at.bursts;
  at.burstSum += ns;
  at.burstMost = std::max(at.burstMost, ns);
  for (auto &policy : state.policies)
    policy->burstEnded(state, thread);
}

void finish(State &state, uint32_t thread) {
  ThreadState &at = state.threads[thread];
  takeOff(state, thread);
  if (at.released < state.now)
    endBurst(state, thread);
  at.phase = Phase::Done;
  at.ended = state.now;
  ++at.timer;
  ++at.quotaTimer;
  leaveBarriers(state, thread);
  state.threadsChanged = true;
  const Process &process =
      state.workload->processes[state.thread(thread).process];
  if (process.isMeasured)
    --state.measuredLeft;
}

/// Until `until`, off the core. \returns whether that is over.
bool sleep(State &state, uint32_t thread, double until, bool endsBurst) {
  ThreadState &at = state.threads[thread];
  if (!at.isWaiting) {
    if (endsBurst)
      endBurst(state, thread);
    at.pausedUntil = until;
  }
  if (at.pausedUntil <= state.now + tolerance(state)) {
    at.released = state.now;
    return true;
  }
  if (!at.isWaiting)
    state.events.add(until, EventKind::ThreadWake, thread, at.timer);
  at.isWaiting = true;
  return false;
}

bool rest(State &state, uint32_t thread, const Step &step) {
  uint32_t core = state.threads[thread].core;
  if (sleep(state, thread, step.ns, false))
    return true;
  CoreState &at = state.cores[core];
  at.isPlannedGap = true;
  at.plannedUntil = step.ns;
  at.plannedState.reset();
  if (step.value != none)
    at.plannedState = step.value;
  return false;
}

/// \returns whether the domain has the point.
bool setClock(State &state, uint32_t thread, const Step &step) {
  const DomainState &domain = state.domains[step.index];
  if (!domain.isChanging)
    requestPoint(state, step.index, step.value, state.threads[thread].core);
  if (!domain.isChanging && domain.point == step.value)
    return true;
  state.threads[thread].isWaiting = true;
  state.threads[thread].doing = Doing::Change;
  return false;
}

/// Goes back as often as the step says.
void repeat(State &state, uint32_t thread, const Step &step) {
  ThreadState &at = state.threads[thread];
  at.repeated.resize(state.thread(thread).steps.size());
  uint32_t &times = at.repeated[at.step];
  if (step.value != 0 && ++times >= step.value) {
    times = 0;
    ++at.step;
    return;
  }
  at.step = step.index;
  ++at.repetition;
}

/// \returns whether the work still takes time; `stays` is whether the thread
/// stays on its core for it.
bool work(State &state, uint32_t thread, bool &stays) {
  ThreadState &at = state.threads[thread];
  if (!at.isInStep) {
    at.isInStep = true;
    at.left = 1;
    at.factor = noiseFactor(state.noise, keyOf(state, thread));
    at.doing = Doing::Work;
  }
  double ns = at.debtNs + at.left * wholeNs(state, thread, at.core);
  if (ns <= tolerance(state)) {
    at.isInStep = false;
    at.workedUntil = state.now;
    ++at.step;
    return false;
  }
  stays = true;
  if (state.thread(thread).quota && at.quotaLeft <= tolerance(state)) {
    at.isOutOfQuota = true;
    block(state, thread);
    stays = false;
  }
  return true;
}

} // namespace

// long: a switch over all kinds of steps
bool proceed(State &state, uint32_t thread) {
  ThreadState &at = state.threads[thread];
  while (at.step < state.thread(thread).steps.size()) {
    const Step &step = stepOf(state, thread);
    bool stays = true;
    switch (step.kind) {
    case StepKind::Work:
    case StepKind::Task:
      if (work(state, thread, stays))
        return stays;
      break;
    case StepKind::Signal:
      raise(state, step.index);
      ++at.step;
      break;
    case StepKind::Await:
      if (!isThere(state, thread, step))
        return waitOn(state, thread);
      pass(state, thread);
      break;
    case StepKind::Barrier:
      if (!arrive(state, thread, state.barriers[step.index]))
        return waitOn(state, thread);
      pass(state, thread);
      break;
    case StepKind::Sleep:
    case StepKind::Pause: {
      double ns =
          step.kind == StepKind::Sleep || at.isWaiting
              ? step.ns
              : step.ns * exponential(state.noise, keyOf(state, thread));
      if (!sleep(state, thread, state.now + ns, true)) {
        block(state, thread);
        return false;
      }
      pass(state, thread);
      break;
    }
    case StepKind::Rest:
      if (!rest(state, thread, step)) {
        block(state, thread);
        return false;
      }
      pass(state, thread);
      break;
    case StepKind::Clock:
      if (!setClock(state, thread, step))
        return true;
      pass(state, thread);
      break;
    case StepKind::Repeat:
      repeat(state, thread, step);
      break;
    }
  }
  finish(state, thread);
  return false;
}

double turnNs(const State &state, uint32_t thread) {
  const ThreadState &at = state.threads[thread];
  if (at.doing != Doing::Work || !at.isInStep)
    return forever;
  double ns = at.debtNs + at.left * wholeNs(state, thread, at.core);
  if (!state.thread(thread).quota)
    return ns;
  uint32_t point =
      state.domains[state.machine->chip.cores[at.core].domain].point;
  return std::min(ns, at.debtNs + std::max(0.0, at.quotaLeft) /
                                      state.machine->speed(at.core, point));
}

void wake(State &state, uint32_t thread) {
  ThreadState &at = state.threads[thread];
  if (at.phase == Phase::Ready)
    mark(state, at.core);
  else if (at.phase == Phase::Blocked && !at.isOutOfQuota)
    makeReady(state, thread);
}

void endSpin(State &state, uint32_t thread) {
  ThreadState &at = state.threads[thread];
  if (at.doing != Doing::Spin)
    return;
  at.doing = Doing::Work;
  mark(state, at.core);
}

void fillQuota(State &state, uint32_t thread) {
  ThreadState &at = state.threads[thread];
  if (at.phase == Phase::Done)
    return;
  if (at.isRunning)
    settle(state, at.core);
  at.quotaLeft = state.thread(thread).quota->work;
  state.events.add(state.now + state.thread(thread).quota->periodNs,
                   EventKind::QuotaFull, thread, at.quotaTimer);
  if (at.isOutOfQuota) {
    at.isOutOfQuota = false;
    makeReady(state, thread);
  } else if (at.isRunning) {
    mark(state, at.core);
  }
}

void changeClock(State &state, uint32_t index) {
  const TimedChange &change = state.workload->changes[index];
  if (change.after != none && state.flags[change.after].times.empty()) {
    state.flags[change.after].changes.push_back(index);
    return;
  }
  requestPoint(state, change.domain, change.point);
  raise(state, change.flag);
}

void start(State &state, uint32_t thread) {
  ThreadState &at = state.threads[thread];
  at.started = at.released = state.now;
  at.weight = weightOf(state.thread(thread).nice);
  if (state.thread(thread).quota)
    fillQuota(state, thread);
  makeReady(state, thread);
  state.threadsChanged = true;
}

} // namespace hocket::simulation
