// SPDX-License-Identifier: Apache-2.0
//
// drivers/cpufreq/cpufreq_conservative.c: a step up above 80 % load, a step
// down below 20 %.
#include "simulation/engine/Clocks.h"
#include "simulation/policies/Governors.h"
#include "simulation/policies/Load.h"

#include <algorithm>
#include <optional>

namespace hocket::simulation {

namespace {

class Conservative : public Policy {
public:
  Conservative(const GovernorOptions &options, uint32_t domain)
      : options_(options), domain_(domain) {}

  void begin(State &state) override {
    load_.emplace(state, domain_);
    if (options_.sampleNs == 0)
      options_.sampleNs = usualSampleNs(state, domain_);
    if (options_.upThreshold == 0)
      options_.upThreshold = 0.8;
    if (options_.downThreshold == 0)
      options_.downThreshold = 0.2;
    const power::DomainPower &domain = state.machine->chip.domains[domain_];
    requested_ = domain.hertz[state.domains[domain_].point];
    next(state);
  }

  void timer(State &state) override {
    const power::DomainPower &domain = state.machine->chip.domains[domain_];
    double load = load_->take(state);
    double step = options_.stepPart * domain.hertz.back();
    if (load > options_.upThreshold) {
      quiet_ = 0;
      change(state, requested_ + step, true);
    } else if (load < options_.downThreshold &&
               ++quiet_ >= options_.downFactor) {
      quiet_ = 0;
      change(state, requested_ - step, false);
    }
    next(state);
  }

private:
  /// Up to the first point above, down to the first below: a step may be
  /// smaller than what lies between two points.
  void change(State &state, double hertz, bool isUp) {
    const power::DomainPower &domain = state.machine->chip.domains[domain_];
    requested_ = std::clamp(hertz, domain.hertz.front(), domain.hertz.back());
    uint32_t point = pointFor(domain, requested_);
    if (!isUp && domain.hertz[point] > requested_ * (1 + 1e-6) && point > 0)
      --point;
    requestPoint(state, domain_, point);
  }

  void next(State &state) {
    state.events.add(state.now + options_.sampleNs, EventKind::Timer, index);
  }

  GovernorOptions options_;
  uint32_t domain_;
  double requested_ = 0, quiet_ = 0;
  std::optional<LoadMeter> load_;
};

} // namespace

std::unique_ptr<Policy> conservativeGovernor(const GovernorOptions &options,
                                             uint32_t domain) {
  return std::make_unique<Conservative>(options, domain);
}

} // namespace hocket::simulation
