// SPDX-License-Identifier: Apache-2.0
#include "simulation/engine/Clusters.h"

#include "simulation/engine/Cores.h"
#include "simulation/engine/Energy.h"
#include "simulation/engine/Queues.h"

#include <algorithm>

namespace hocket::simulation {

std::vector<uint32_t> activeCores(const State &state, uint32_t cluster) {
  std::vector<uint32_t> active;
  for (uint32_t core : state.machine->clusters[cluster].cores)
    if (state.cores[core].mode != CoreState::Mode::Off)
      active.push_back(core);
  return active;
}

void setActive(State &state, uint32_t cluster, size_t count) {
  const std::vector<uint32_t> &cores = state.machine->clusters[cluster].cores;
  for (size_t i = 0; i < cores.size() && i < count; ++i)
    setOff(state, cores[i], false);
  for (size_t i = count; i < cores.size(); ++i) {
    if (state.cores[cores[i]].mode == CoreState::Mode::Off)
      continue;
    std::vector<uint32_t> threads = threadsOn(state, cores[i]);
    for (uint32_t thread : threads)
      takeOff(state, thread);
    setOff(state, cores[i], true);
    for (uint32_t thread : threads)
      makeReady(state, thread);
  }
}

void switchCluster(State &state, uint32_t from, uint32_t to) {
  const std::vector<uint32_t> &sources = state.machine->clusters[from].cores;
  const std::vector<uint32_t> &targets = state.machine->clusters[to].cores;
  size_t count = activeCores(state, from).size();
  for (uint32_t core = 0; core < state.cores.size(); ++core)
    settle(state, core);
  for (size_t i = 0; i < targets.size() && i < count; ++i)
    setOff(state, targets[i], false);
  for (size_t i = 0; i < sources.size(); ++i) {
    uint32_t target = targets[std::min(i, targets.size() - 1)];
    for (uint32_t thread : threadsOn(state, sources[i]))
      relocate(state, thread, target);
    for (ThreadState &thread : state.threads)
      if (thread.core == sources[i])
        thread.core = target;
    setOff(state, sources[i], true);
  }
  if (state.machine->switchNs <= 0)
    return;
  state.stallUntil = state.now + state.machine->switchNs;
  state.events.add(state.stallUntil, EventKind::SwitchDone, to);
}

} // namespace hocket::simulation
