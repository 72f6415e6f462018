// SPDX-License-Identifier: Apache-2.0
//
// Pallipadi and Starikovskiy, "The ondemand governor", 2006, as Linux has it
// (drivers/cpufreq/cpufreq_ondemand.c): above the threshold straight to the
// highest clock; else between the lowest and the highest in proportion to the
// load. The threshold is 95 %, the kernel's where it counts idle time exactly.
#include "simulation/engine/Clocks.h"
#include "simulation/policies/Governors.h"
#include "simulation/policies/Load.h"

#include <optional>

namespace hocket::simulation {

namespace {

class Ondemand : public Policy {
public:
  Ondemand(const GovernorOptions &options, uint32_t domain)
      : options_(options), domain_(domain) {}

  void begin(State &state) override {
    load_.emplace(state, domain_);
    if (options_.sampleNs == 0)
      options_.sampleNs = usualSampleNs(state, domain_);
    if (options_.upThreshold == 0)
      options_.upThreshold = 0.95;
    next(state, 1);
  }

  void timer(State &state) override {
    const power::DomainPower &domain = state.machine->chip.domains[domain_];
    double load = load_->take(state);
    if (load > options_.upThreshold) {
      requestPoint(state, domain_, domain.highest());
      next(state, options_.downFactor);
      return;
    }
    double low = domain.hertz.front(), high = domain.hertz.back();
    requestPoint(state, domain_, pointFor(domain, low + load * (high - low)));
    next(state, 1);
  }

private:
  void next(State &state, double factor) {
    state.events.add(state.now + options_.sampleNs * factor, EventKind::Timer,
                     index);
  }

  GovernorOptions options_;
  uint32_t domain_;
  std::optional<LoadMeter> load_;
};

} // namespace

std::unique_ptr<Policy> ondemandGovernor(const GovernorOptions &options,
                                         uint32_t domain) {
  return std::make_unique<Ondemand>(options, domain);
}

} // namespace hocket::simulation
