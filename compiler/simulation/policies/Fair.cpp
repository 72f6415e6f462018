// SPDX-License-Identifier: Apache-2.0
#include "simulation/policies/Fair.h"

#include "simulation/engine/Queues.h"

#include <algorithm>
#include <cmath>

namespace hocket::simulation {

namespace {

/// Of the cores that the thread may run on the one with the fewest threads; of
/// those the given one, else the first.
uint32_t emptiest(const State &state, uint32_t thread, uint32_t preferred) {
  uint32_t best = none;
  for (uint32_t core = 0; core < state.cores.size(); ++core) {
    if (!mayRunOn(state, thread, core))
      continue;
    if (best == none || readyOn(state, core) < readyOn(state, best) ||
        (core == preferred && readyOn(state, core) == readyOn(state, best)))
      best = core;
  }
  return best;
}

class Fair : public Scheduler {
public:
  explicit Fair(const FairOptions &options) : options_(options) {}

  void begin(State &state) override {
    double cores = double(std::min<size_t>(8, state.cores.size()));
    double factor =
        options_.scalesWithCores ? 1 + std::floor(std::log2(cores)) : 1;
    options_.latencyNs *= factor;
    options_.granularityNs *= factor;
    options_.wakeupNs *= factor;
  }

  uint32_t coreFor(State &state, uint32_t thread) override {
    uint32_t last = state.threads[thread].core;
    if (last != none && mayRunOn(state, thread, last) &&
        (readyOn(state, last) == 0 || !options_.wakesElsewhere))
      return last;
    uint32_t best = emptiest(state, thread, last);
    return best != none ? best : last != none ? last : 0;
  }

  double slice(State &state, uint32_t core, uint32_t thread) override {
    const CoreState &at = state.cores[core];
    double sum = state.threads[thread].weight;
    for (uint32_t other : at.queue)
      sum += state.threads[other].weight;
    double period = std::max(options_.latencyNs, double(readyOn(state, core)) *
                                                     options_.granularityNs);
    return std::max(options_.granularityNs,
                    period * state.threads[thread].weight / sum);
  }

  uint32_t pull(State &state, uint32_t core) override {
    if (!options_.pulls)
      return none;
    uint32_t waiting = waitingElsewhere(state, core);
    if (waiting != none || !options_.pullsRunning)
      return waiting;
    return runningSlower(state, core);
  }

  bool isFluid() const override { return options_.isFluid; }

  bool preempts(State &state, uint32_t thread, uint32_t running) override {
    const ThreadState &one = state.threads[thread];
    const ThreadState &other = state.threads[running];
    return one.vruntime + options_.wakeupNs * 1024 / one.weight <
           other.vruntime;
  }

private:
  static uint32_t waitingElsewhere(const State &state, uint32_t core) {
    uint32_t found = none;
    size_t most = 1;
    for (uint32_t from = 0; from < state.cores.size(); ++from) {
      if (from == core || readyOn(state, from) <= most)
        continue;
      for (uint32_t thread : state.cores[from].queue)
        if (mayRunOn(state, thread, core)) {
          found = thread;
          most = readyOn(state, from);
          break;
        }
    }
    return found;
  }

  static uint32_t runningSlower(const State &state, uint32_t core) {
    double slowest = state.machine->capacity[core];
    uint32_t found = none;
    for (uint32_t from = 0; from < state.cores.size(); ++from) {
      if (state.machine->capacity[from] >= slowest)
        continue;
      for (uint32_t thread : state.cores[from].running)
        if (mayRunOn(state, thread, core)) {
          found = thread;
          slowest = state.machine->capacity[from];
        }
    }
    return found;
  }

  FairOptions options_;
};

class Balancing : public Policy {
public:
  explicit Balancing(double periodNs) : periodNs_(periodNs) {}

  void begin(State &state) override {
    state.events.add(state.now + periodNs_, EventKind::Timer, index);
  }

  void timer(State &state) override {
    while (moveOne(state)) {
    }
    begin(state);
  }

private:
  static bool moveOne(State &state) {
    uint32_t to = none, thread = none, from = none;
    for (uint32_t core = 0; core < state.cores.size(); ++core)
      if (from == none || readyOn(state, core) > readyOn(state, from))
        from = core;
    for (uint32_t candidate : state.cores[from].queue) {
      uint32_t core = emptiest(state, candidate, none);
      if (core != none &&
          (to == none || readyOn(state, core) < readyOn(state, to))) {
        to = core;
        thread = candidate;
      }
    }
    if (to == none || readyOn(state, from) < readyOn(state, to) + 2)
      return false;
    moveTo(state, thread, to);
    return true;
  }

  double periodNs_;
};

} // namespace

std::unique_ptr<Scheduler> fairScheduler(const FairOptions &options) {
  return std::make_unique<Fair>(options);
}

std::unique_ptr<Policy> loadBalancing(double periodNs) {
  return std::make_unique<Balancing>(periodNs);
}

} // namespace hocket::simulation
