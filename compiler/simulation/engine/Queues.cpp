// SPDX-License-Identifier: Apache-2.0
//
// Fairness is that of Linux's CFS: a thread's virtual time is its time on cores
// over its weight; who has least of it is next. Virtual times are kept relative
// to those of the core's other threads when a thread changes cores or wakes
// (kernel/sched/fair.c, place_entity and migrate_task_rq_fair).
#include "simulation/engine/Queues.h"

#include "simulation/engine/Energy.h"

#include <algorithm>
#include <cmath>

namespace hocket::simulation {

namespace {

/// What a thread that has slept may be behind the others by (CFS: half of its
/// latency).
constexpr double sleeperCreditNs = 3e6;

void erase(std::vector<uint32_t> &threads, uint32_t thread) {
  threads.erase(std::remove(threads.begin(), threads.end(), thread),
                threads.end());
}

/// The least virtual time on the core never falls.
void raiseLeast(State &state, uint32_t core) {
  CoreState &at = state.cores[core];
  double least = forever;
  for (const std::vector<uint32_t> *threads : {&at.running, &at.queue})
    for (uint32_t thread : *threads)
      least = std::min(least, state.threads[thread].vruntime);
  if (least < forever)
    at.leastVruntime = std::max(at.leastVruntime, least);
}

void enqueue(State &state, uint32_t thread, uint32_t core) {
  ThreadState &at = state.threads[thread];
  if (at.core != core || at.arrival == 0)
    at.arrival = ++state.arrivals;
  at.core = core;
  at.isRunning = false;
  state.cores[core].queue.push_back(thread);
  CoreState &on = state.cores[core];
  for (uint32_t running : on.running)
    if (state.scheduler->preempts(state, thread, running))
      on.mustChoose = true;
  mark(state, core);
}

} // namespace

bool mayRunOn(const State &state, uint32_t thread, uint32_t core) {
  auto isOff = [&](uint32_t other) {
    return state.cores[other].mode == CoreState::Mode::Off;
  };
  if (isOff(core))
    return false;
  uint32_t pinned = state.threads[thread].pinned;
  if (pinned != none)
    return pinned == core || isOff(pinned);
  const std::vector<uint32_t> &allowed = state.thread(thread).allowed;
  if (allowed.empty())
    return !state.isReserved[core];
  // If all of its cores are off it may run on others, as in Linux
  // (select_fallback_rq).
  return std::find(allowed.begin(), allowed.end(), core) != allowed.end() ||
         std::all_of(allowed.begin(), allowed.end(), isOff);
}

double weightOf(int nice) {
  // 1.25 to the power of the difference; the kernel's table
  // (sched_prio_to_weight) is that, rounded.
  return 1024 * std::pow(1.25, -nice);
}

void makeReady(State &state, uint32_t thread) {
  ThreadState &at = state.threads[thread];
  bool isNew = at.core == none;
  uint32_t core = state.scheduler->coreFor(state, thread);
  if (!isNew && core != at.core) {
    ++at.moves;
    at.debtNs += state.machine->migrationNs;
  }
  settle(state, core);
  raiseLeast(state, core);
  double least = state.cores[core].leastVruntime;
  if (isNew)
    at.vruntime = least;
  else if (core != at.core)
    at.vruntime = least;
  else
    at.vruntime = std::max(at.vruntime, least - sleeperCreditNs);
  at.phase = ThreadState::Phase::Ready;
  enqueue(state, thread, core);
}

void takeOff(State &state, uint32_t thread) {
  ThreadState &at = state.threads[thread];
  settle(state, at.core);
  CoreState &core = state.cores[at.core];
  if (at.isRunning) {
    erase(core.running, thread);
    core.share.assign(core.running.size(), 1.0);
  } else {
    erase(core.queue, thread);
  }
  at.isRunning = false;
  raiseLeast(state, at.core);
  mark(state, at.core);
}

void putBack(State &state, uint32_t core) {
  CoreState &at = state.cores[core];
  for (uint32_t thread : at.running) {
    state.threads[thread].isRunning = false;
    at.queue.push_back(thread);
  }
  at.running.clear();
  at.share.clear();
}

void moveTo(State &state, uint32_t thread, uint32_t core) {
  ThreadState &at = state.threads[thread];
  if (at.core == core)
    return;
  if (at.phase == ThreadState::Phase::Ready) {
    relocate(state, thread, core);
  } else {
    at.vruntime +=
        state.cores[core].leastVruntime - state.cores[at.core].leastVruntime;
    at.core = core;
    at.arrival = ++state.arrivals;
  }
  at.debtNs += state.machine->migrationNs;
  ++at.moves;
}

void relocate(State &state, uint32_t thread, uint32_t core) {
  ThreadState &at = state.threads[thread];
  takeOff(state, thread);
  settle(state, core);
  raiseLeast(state, core);
  at.vruntime +=
      state.cores[core].leastVruntime - state.cores[at.core].leastVruntime;
  enqueue(state, thread, core);
}

std::vector<uint32_t> threadsOn(const State &state, uint32_t core) {
  std::vector<uint32_t> threads = state.cores[core].running;
  threads.insert(threads.end(), state.cores[core].queue.begin(),
                 state.cores[core].queue.end());
  std::sort(threads.begin(), threads.end(), [&](uint32_t a, uint32_t b) {
    return state.threads[a].arrival < state.threads[b].arrival;
  });
  return threads;
}

void setWeight(State &state, uint32_t thread, double weight) {
  ThreadState &at = state.threads[thread];
  if (at.weight == weight)
    return;
  if (at.phase == ThreadState::Phase::Ready) {
    settle(state, at.core);
    state.cores[at.core].mustChoose = true;
    mark(state, at.core);
  }
  at.weight = weight;
}

uint32_t leastServed(const State &state, uint32_t core) {
  uint32_t best = none;
  for (uint32_t thread : state.cores[core].queue)
    if (best == none ||
        state.threads[thread].vruntime < state.threads[best].vruntime ||
        (state.threads[thread].vruntime == state.threads[best].vruntime &&
         thread < best))
      best = thread;
  return best;
}

} // namespace hocket::simulation
