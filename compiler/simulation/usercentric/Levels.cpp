// SPDX-License-Identifier: Apache-2.0
#include "simulation/usercentric/Levels.h"

#include "simulation/engine/Clocks.h"
#include "simulation/engine/Clusters.h"
#include "simulation/engine/Energy.h"

#include <algorithm>

namespace hocket::simulation {

namespace {

/// The fastest and the slowest cluster; the same if there is one.
std::pair<uint32_t, uint32_t> twoClusters(const Machine &machine) {
  uint32_t fastest = 0, slowest = 0;
  auto capacity = [&](uint32_t cluster) {
    return machine.capacity[machine.clusters[cluster].cores.front()];
  };
  for (uint32_t cluster = 0; cluster < machine.clusters.size(); ++cluster) {
    if (machine.clusters[cluster].cores.empty())
      continue;
    if (capacity(cluster) > capacity(fastest))
      fastest = cluster;
    if (capacity(cluster) < capacity(slowest))
      slowest = cluster;
  }
  return {fastest, slowest};
}

} // namespace

std::vector<Level> levelsOf(const Machine &machine) {
  std::vector<Level> levels;
  auto [fastest, slowest] = twoClusters(machine);
  for (uint32_t cluster : {slowest, fastest}) {
    uint32_t core = machine.clusters[cluster].cores.front();
    uint32_t domain = machine.chip.cores[core].domain;
    for (uint32_t point = 0; point < machine.chip.domains[domain].hertz.size();
         ++point)
      levels.push_back({cluster, domain, point, machine.speed(core, point)});
    if (fastest == slowest)
      break;
  }
  return levels;
}

size_t lowestOf(const std::vector<Level> &levels, uint32_t cluster) {
  size_t i = 0;
  while (levels[i].cluster != cluster)
    ++i;
  return i;
}

size_t highestOf(const std::vector<Level> &levels, uint32_t cluster) {
  size_t i = levels.size() - 1;
  while (levels[i].cluster != cluster)
    --i;
  return i;
}

size_t levelFor(const std::vector<Level> &levels, double speed) {
  for (size_t i = 0; i < levels.size(); ++i)
    if (levels[i].speed >= speed * (1 - 1e-9))
      return i;
  return levels.size() - 1;
}

void Demand::measure(State &state) {
  using Phase = ThreadState::Phase;
  demand_.resize(state.threads.size());
  done_.resize(state.threads.size());
  double ns = state.now - since_;
  since_ = state.now;
  for (uint32_t core = 0; core < state.cores.size(); ++core)
    settle(state, core);
  for (uint32_t i = 0; i < state.threads.size(); ++i) {
    const ThreadState &thread = state.threads[i];
    const std::optional<Quota> &quota = state.thread(i).quota;
    bool isAlive =
        thread.phase == Phase::Ready || thread.phase == Phase::Blocked;
    if (estimate_ == Estimate::LastPeriod)
      demand_[i] = ns > 0 ? (thread.workDone - done_[i]) / ns : 0;
    else
      demand_[i] = quota ? quota->work / quota->periodNs : 1;
    if (!isAlive)
      demand_[i] = 0;
    done_[i] = thread.workDone;
  }
}

double Demand::on(const State &state, uint32_t core) const {
  double sum = 0;
  for (uint32_t i = 0; i < state.threads.size(); ++i)
    if (state.threads[i].core == core)
      sum += demand_[i];
  return sum;
}

std::vector<uint32_t> Demand::threadsOf(const State &state,
                                        uint32_t core) const {
  using Phase = ThreadState::Phase;
  std::vector<uint32_t> threads;
  for (uint32_t i = 0; i < state.threads.size(); ++i) {
    const ThreadState &thread = state.threads[i];
    bool needs =
        thread.phase == Phase::Ready || (thread.phase == Phase::Blocked &&
                                         i < demand_.size() && demand_[i] > 0);
    if (thread.core == core && needs)
      threads.push_back(i);
  }
  std::sort(threads.begin(), threads.end(), [&](uint32_t a, uint32_t b) {
    return state.threads[a].arrival < state.threads[b].arrival;
  });
  return threads;
}

size_t Demand::count() const {
  return size_t(std::count_if(demand_.begin(), demand_.end(),
                              [](double need) { return need > 0; }));
}

void beginIdle(State &state, const std::vector<Level> &levels, uint32_t cluster,
               size_t cores) {
  for (uint32_t other = 0; other < state.machine->clusters.size(); ++other)
    setActive(state, other, other == cluster ? cores : 0);
  const Level &lowest = levels[lowestOf(levels, cluster)];
  requestPoint(state, lowest.domain, lowest.point);
}

} // namespace hocket::simulation
