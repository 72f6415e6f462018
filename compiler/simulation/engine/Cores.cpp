// SPDX-License-Identifier: Apache-2.0
#include "simulation/engine/Cores.h"

#include "simulation/engine/Energy.h"
#include "simulation/engine/Queues.h"
#include "simulation/engine/Threads.h"

#include <algorithm>
#include <cmath>

namespace hocket::simulation {

namespace {

using Doing = ThreadState::Doing;
using Mode = CoreState::Mode;

/// All ready threads at once, by weight.
void runAll(State &state, uint32_t core) {
  CoreState &at = state.cores[core];
  putBack(state, core);
  at.running.swap(at.queue);
  std::sort(at.running.begin(), at.running.end());
  double sum = 0;
  for (uint32_t thread : at.running) {
    state.threads[thread].isRunning = true;
    sum += state.threads[thread].weight;
  }
  at.share.clear();
  for (uint32_t thread : at.running)
    at.share.push_back(state.threads[thread].weight / sum);
}

void runNext(State &state, uint32_t core) {
  CoreState &at = state.cores[core];
  putBack(state, core);
  uint32_t next = leastServed(state, core);
  if (next == none)
    return;
  at.queue.erase(std::find(at.queue.begin(), at.queue.end(), next));
  at.running = {next};
  at.share = {1.0};
  state.threads[next].isRunning = true;
  at.sliceEnd = state.now + state.scheduler->slice(state, core, next);
}

/// Who is on the core. \returns whether that has changed.
bool choose(State &state, uint32_t core) {
  CoreState &at = state.cores[core];
  if (state.scheduler->isFluid()) {
    bool isNew = !at.queue.empty();
    runAll(state, core);
    return isNew;
  }
  bool isOver = at.mustChoose || at.sliceEnd <= state.now + tolerance(state);
  if (at.running.empty() ? at.queue.empty() : at.queue.empty() || !isOver)
    return false;
  at.mustChoose = false;
  uint32_t before = at.running.empty() ? none : at.running.front();
  runNext(state, core);
  return at.running.front() != before;
}

void proceedAll(State &state, uint32_t core) {
  std::vector<uint32_t> running = state.cores[core].running;
  for (uint32_t thread : running)
    if (state.threads[thread].isRunning && state.threads[thread].core == core)
      proceed(state, thread);
}

void wakeUp(State &state, uint32_t core) {
  CoreState &at = state.cores[core];
  settle(state, core);
  double exit = state.machine->chip.cores[core].states[at.idle].exitNs;
  at.mode = Mode::Waking;
  if (exit > 0)
    state.events.add(state.now + exit, EventKind::CoreAwake, core, ++at.timer);
  else
    coreAwake(state, core);
  meter(state, core);
}

void fallAsleep(State &state, uint32_t core, uint32_t idle) {
  CoreState &at = state.cores[core];
  double entry = state.machine->chip.cores[core].states[idle].entryNs;
  at.idle = idle;
  at.mode = Mode::FallingAsleep;
  at.joules[uses + idle] +=
      state.machine->chip.cores[core].states[idle].moveJoules;
  if (entry > 0)
    state.events.add(state.now + entry, EventKind::CoreAsleep, core,
                     ++at.timer);
  else
    at.mode = Mode::Asleep;
  if (!at.isPlannedGap)
    return;
  double exit = state.machine->chip.cores[core].states[idle].exitNs;
  state.events.add(at.plannedUntil - exit, EventKind::CoreWake, core, at.timer);
}

/// Of a gap that has become too short for its state, a lighter one.
std::optional<uint32_t> plannedState(const State &state, uint32_t core) {
  const CoreState &at = state.cores[core];
  if (!at.plannedState)
    return std::nullopt;
  for (uint32_t idle = *at.plannedState + 1; idle-- > 0;)
    if (fits(state, core, idle, at.plannedUntil - state.now))
      return idle;
  return std::nullopt;
}

void becomeIdle(State &state, uint32_t core) {
  CoreState &at = state.cores[core];
  if (at.isIdle)
    return;
  at.isIdle = true;
  at.idleSince = state.now;
  std::optional<uint32_t> idle = at.isPlannedGap
                                     ? plannedState(state, core)
                                     : state.idlePolicy->state(state, core);
  if (idle)
    fallAsleep(state, core, *idle);
}

void becomeBusy(State &state, uint32_t core) {
  CoreState &at = state.cores[core];
  if (!at.isIdle)
    return;
  at.isIdle = false;
  at.isPlannedGap = false;
  at.idleTimes[at.idleCount++ % at.idleTimes.size()] = state.now - at.idleSince;
  for (auto &policy : state.policies)
    policy->coreBusy(state, core);
}

/// When the core has to decide again.
void announceTurn(State &state, uint32_t core) {
  CoreState &at = state.cores[core];
  if (at.running.empty())
    return;
  ++at.timer;
  double turn = at.queue.empty() || state.scheduler->isFluid()
                    ? forever
                    : std::max(0.0, at.sliceEnd - state.now);
  if (!standsStill(state, core))
    for (size_t i = 0; i < at.running.size(); ++i)
      turn = std::min(turn, turnNs(state, at.running[i]) / at.share[i]);
  if (turn < forever)
    state.events.add(state.now + turn, EventKind::CoreTurn, core, at.timer);
}

/// What the core does, for the records.
Shown shownOn(const State &state, uint32_t core) {
  const CoreState &at = state.cores[core];
  Shown shown;
  if (at.mode != Mode::Awake) {
    shown.kind = trace::SliceKind::Gate;
    shown.state = at.mode == Mode::Off ? none : at.idle;
    return shown;
  }
  if (at.running.empty())
    return shown;
  const ThreadState &thread = state.threads[at.running.front()];
  const Thread &spec = state.thread(at.running.front());
  const Step &step = spec.steps[thread.step];
  shown.kind = thread.doing == Doing::Work ? trace::SliceKind::Task
                                           : trace::SliceKind::Wait;
  shown.name = at.running.front();
  if (step.kind == StepKind::Task || step.kind == StepKind::Await)
    shown.task = step.index;
  return shown;
}

void show(State &state, uint32_t core) {
  if (!state.records.isOn)
    return;
  Shown now = shownOn(state, core);
  Shown &last = state.records.shown[core];
  if (now.kind == last.kind && now.name == last.name && now.task == last.task &&
      now.state == last.state)
    return;
  endShown(state, core);
  now.begin = state.now;
  last = now;
}

void decide(State &state, uint32_t core) {
  CoreState &at = state.cores[core];
  settle(state, core);
  if (at.mode == Mode::Asleep && !at.queue.empty())
    wakeUp(state, core);
  if (at.mode == Mode::Awake) {
    proceedAll(state, core);
    while (choose(state, core))
      proceedAll(state, core);
    if (at.running.empty() && !at.isPlannedGap) {
      uint32_t pulled = state.scheduler->pull(state, core);
      if (pulled != none) {
        moveTo(state, pulled, core);
        return; // marked again
      }
    }
    if (at.running.empty())
      becomeIdle(state, core);
    else
      becomeBusy(state, core);
  }
  meter(state, core);
  if (at.mode == Mode::Awake)
    announceTurn(state, core);
  show(state, core);
}

} // namespace

bool fits(const State &state, uint32_t core, uint32_t idle, double ns) {
  const power::IdleState &at = state.machine->chip.cores[core].states[idle];
  // A plan's gaps may be short by what rounding takes.
  return ns >= at.leastNs() - 1e-6 - 1e-9 * state.now;
}

void decideMarked(State &state) {
  while (!state.marked.empty()) {
    std::vector<uint32_t> marked;
    marked.swap(state.marked);
    for (uint32_t core : marked) {
      state.cores[core].isMarked = false;
      decide(state, core);
    }
  }
}

void coreAsleep(State &state, uint32_t core) {
  settle(state, core);
  state.cores[core].mode = Mode::Asleep;
  meter(state, core);
  // What has come meanwhile wakes it, and so does the end of a gap.
  CoreState &at = state.cores[core];
  double exit = state.machine->chip.cores[core].states[at.idle].exitNs;
  if (at.isPlannedGap && at.plannedUntil - exit <= state.now)
    wakeUp(state, core);
  mark(state, core);
}

void coreWake(State &state, uint32_t core) {
  if (state.cores[core].mode == Mode::Asleep)
    wakeUp(state, core);
  mark(state, core);
}

void coreAwake(State &state, uint32_t core) {
  settle(state, core);
  state.cores[core].mode = Mode::Awake;
  meter(state, core);
  mark(state, core);
}

void setOff(State &state, uint32_t core, bool isOff) {
  CoreState &at = state.cores[core];
  if ((at.mode == Mode::Off) == isOff)
    return;
  settle(state, core);
  const uint32_t domain = state.machine->chip.cores[core].domain;
  const bool isShared = state.machine->chip.domains[domain].supply.has_value();
  if (isShared)
    settleDomain(state, domain);
  ++at.timer;
  at.mode = isOff ? Mode::Off : Mode::Awake;
  at.isIdle = false;
  meter(state, core);
  if (isShared)
    meterDomain(state, domain);
  mark(state, core);
}

void endShown(State &state, uint32_t core) {
  const Shown &last = state.records.shown[core];
  trace::Slice slice;
  slice.kind = last.kind;
  slice.begin = std::llround(last.begin);
  slice.end = std::llround(state.now);
  slice.name = last.name;
  slice.task = last.task;
  slice.state = last.state;
  if (last.kind != trace::SliceKind::Region && slice.end > slice.begin)
    state.records.slices[core].push_back(slice);
}

} // namespace hocket::simulation
