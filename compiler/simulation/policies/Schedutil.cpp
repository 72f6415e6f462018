// SPDX-License-Identifier: Apache-2.0
//
// f = 1.25 * highest * utilization, where the utilization of a core is that of
// per-entity load tracking: of each 1024 microseconds the part in which it was
// busy, times its speed then, with weights that halve every 32 of them, and the
// greatest of the domain's cores counts. The kernel computes it anew when
// threads come and go, at most every rate limit; here every rate limit.
#include "simulation/engine/Clocks.h"
#include "simulation/engine/Energy.h"
#include "simulation/policies/Governors.h"
#include "simulation/policies/Load.h"

#include <algorithm>
#include <cmath>

namespace hocket::simulation {

namespace {

constexpr double halfLifeNs = 32 * 1024e3;

class Schedutil : public Policy {
public:
  Schedutil(const GovernorOptions &options, uint32_t domain)
      : options_(options), domain_(domain) {}

  void begin(State &state) override {
    if (options_.rateLimitNs == 0)
      options_.rateLimitNs = usualSampleNs(state, domain_);
    for (uint32_t core = 0; core < state.cores.size(); ++core)
      if (state.machine->chip.cores[core].domain == domain_)
        cores_.push_back({core, state.cores[core].busyNs, 0});
    since_ = state.now;
    next(state);
  }

  void timer(State &state) override {
    const power::DomainPower &domain = state.machine->chip.domains[domain_];
    double most = 0, ns = state.now - since_;
    double keeps = std::exp2(-ns / halfLifeNs);
    double speed =
        domain.hertz[state.domains[domain_].point] / domain.hertz.back();
    for (Tracked &core : cores_) {
      settle(state, core.index);
      double busy = state.cores[core.index].busyNs;
      double load = ns > 0 ? (busy - core.busy) / ns : 0;
      core.utilization = keeps * core.utilization + (1 - keeps) * load * speed;
      core.busy = busy;
      most = std::max(most, core.utilization);
    }
    since_ = state.now;
    requestPoint(state, domain_,
                 pointFor(domain, 1.25 * domain.hertz.back() * most));
    next(state);
  }

private:
  struct Tracked {
    uint32_t index = 0;
    double busy = 0, utilization = 0;
  };

  void next(State &state) {
    state.events.add(state.now + options_.rateLimitNs, EventKind::Timer, index);
  }

  GovernorOptions options_;
  uint32_t domain_;
  std::vector<Tracked> cores_;
  double since_ = 0;
};

} // namespace

std::unique_ptr<Policy> schedutilGovernor(const GovernorOptions &options,
                                          uint32_t domain) {
  return std::make_unique<Schedutil>(options, domain);
}

} // namespace hocket::simulation
