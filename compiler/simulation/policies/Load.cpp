// SPDX-License-Identifier: Apache-2.0
#include "simulation/policies/Load.h"

#include "simulation/engine/Energy.h"

#include <algorithm>

namespace hocket::simulation {

LoadMeter::LoadMeter(const State &state, uint32_t domain) : since_(state.now) {
  for (uint32_t core = 0; core < state.cores.size(); ++core)
    if (state.machine->chip.cores[core].domain == domain) {
      cores_.push_back(core);
      busy_.push_back(state.cores[core].busyNs);
    }
}

double LoadMeter::take(State &state) {
  double most = 0;
  for (size_t i = 0; i < cores_.size(); ++i) {
    settle(state, cores_[i]);
    double busy = state.cores[cores_[i]].busyNs;
    most = std::max(most, busy - busy_[i]);
    busy_[i] = busy;
  }
  double ns = state.now - since_;
  since_ = state.now;
  return ns > 0 ? std::min(1.0, most / ns) : 0;
}

double usualSampleNs(const State &state, uint32_t domain) {
  return std::max(10e6, 1000 * state.machine->chip.domains[domain].changeNs);
}

} // namespace hocket::simulation
