// SPDX-License-Identifier: Apache-2.0
//
// Kernel threads are two for each core: one does a tick's work each time that
// its flag goes up, the other what was deferred. Of a core whose work is
// offloaded both may run on slow cores only.
#include "simulation/policies/Deferred.h"

#include "simulation/engine/Threads.h"

#include <algorithm>

namespace hocket::simulation {

using Mode = DeferredOptions::Mode;

namespace {

Thread kernelThread(const std::string &name, uint32_t flag, double ns,
                    std::vector<uint32_t> allowed) {
  Thread thread;
  thread.name = name;
  thread.steps = {{StepKind::Await, flag, 0, 0},
                  {StepKind::Work, 0, 0, ns},
                  {StepKind::Repeat, 0, 0, 0}};
  thread.allowed = std::move(allowed);
  thread.nice = -20;
  return thread;
}

std::vector<uint32_t> slowCores(const Machine &machine) {
  double least =
      *std::min_element(machine.capacity.begin(), machine.capacity.end());
  std::vector<uint32_t> slow;
  for (uint32_t core = 0; core < machine.cores(); ++core)
    if (machine.capacity[core] == least)
      slow.push_back(core);
  return slow;
}

class Deferred : public Policy {
public:
  Deferred(const DeferredOptions &options, uint32_t firstThread)
      : options_(options), firstThread_(firstThread) {}

  void begin(State &state) override { cores_.resize(state.cores.size()); }

  void burstEnded(State &state, uint32_t thread) override {
    if (thread >= firstThread_ &&
        thread < firstThread_ + 2 * state.cores.size())
      return;
    uint32_t core = state.threads[thread].core;
    // The thread itself is about to leave.
    const CoreState &on = state.cores[core];
    if (cores_[core].fresh + cores_[core].waiting == 0)
      plan(state, core, on.running.size() <= 1 && on.queue.empty());
    ++cores_[core].fresh;
  }

  void timer(State &state) override {
    for (uint32_t core = 0; core < cores_.size(); ++core)
      if (cores_[core].tickAt <= state.now)
        tick(state, core);
  }

private:
  struct Pending {
    unsigned fresh = 0;   ///< since the grace period that is going on began
    unsigned waiting = 0; ///< for its end
    unsigned ticks = 0;   ///< of it
    double tickAt = forever;
  };

  /// Of the tick that is next.
  void plan(State &state, uint32_t core, bool isIdle) {
    bool isLong = options_.mode == Mode::EnforcedIdle && isIdle;
    cores_[core].tickAt = state.now + options_.tickNs * (isLong ? 4 : 1);
    state.events.add(cores_[core].tickAt, EventKind::Timer, index);
  }

  void tick(State &state, uint32_t core) {
    Pending &at = cores_[core];
    bool isIdle =
        state.cores[core].running.empty() && state.cores[core].queue.empty();
    at.tickAt = forever;
    raise(state, flagOf(state, 2 * core));
    if (++at.ticks >= options_.graceTicks || at.waiting == 0) {
      for (unsigned i = 0; i < at.waiting; ++i)
        raise(state, flagOf(state, 2 * core + 1));
      at.waiting = at.fresh;
      at.fresh = at.ticks = 0;
    }
    if (at.waiting + at.fresh > 0)
      plan(state, core, isIdle);
  }

  uint32_t flagOf(const State &state, uint32_t kernelThread) const {
    return state.thread(firstThread_ + kernelThread).steps.front().index;
  }

  DeferredOptions options_;
  uint32_t firstThread_;
  std::vector<Pending> cores_;
};

} // namespace

uint32_t addKernelThreads(const DeferredOptions &options,
                          const Machine &machine, Workload &workload) {
  uint32_t first = uint32_t(workload.threads.size());
  uint32_t process = uint32_t(workload.processes.size());
  workload.processes.push_back({"kernel", true, false});
  for (uint32_t core = 0; core < machine.cores(); ++core) {
    std::vector<uint32_t> allowed = {core};
    if (options.mode == Mode::Offload)
      allowed = slowCores(machine);
    std::string name = std::to_string(core);
    workload.threads.push_back(kernelThread("tick " + name, workload.flags++,
                                            options.tickWorkNs, allowed));
    workload.threads.push_back(kernelThread(
        "callbacks " + name, workload.flags++, options.callbackNs, allowed));
  }
  for (uint32_t i = first; i < workload.threads.size(); ++i)
    workload.threads[i].process = process;
  return first;
}

std::unique_ptr<Policy> deferredWork(const DeferredOptions &options,
                                     uint32_t firstKernelThread) {
  return std::make_unique<Deferred>(options, firstKernelThread);
}

} // namespace hocket::simulation
