// SPDX-License-Identifier: Apache-2.0
//
// Android's governor (Documentation/cpu-freq/governors.txt there). A load of
// `hispeedLoad` brings the clock to the hispeed frequency at once, which is the
// highest by default, and here always; so there is no delay above it. Else the
// clock is the lowest that brings the load to the target load, but it falls
// only `minSampleNs` after the present one was last needed.
#include "simulation/engine/Clocks.h"
#include "simulation/policies/Governors.h"
#include "simulation/policies/Load.h"

#include <optional>

namespace hocket::simulation {

namespace {

class Interactive : public Policy {
public:
  Interactive(const GovernorOptions &options, uint32_t domain)
      : options_(options), domain_(domain) {}

  void begin(State &state) override {
    load_.emplace(state, domain_);
    if (options_.sampleNs == 0)
      options_.sampleNs = 20e6;
    next(state);
  }

  void timer(State &state) override {
    const power::DomainPower &domain = state.machine->chip.domains[domain_];
    uint32_t now = state.domains[domain_].point;
    double load = load_->take(state);
    uint32_t wanted =
        load >= options_.hispeedLoad
            ? domain.highest()
            : pointFor(domain, domain.hertz[now] * load / options_.targetLoad);
    if (wanted >= now)
      neededAt_ = state.now;
    if (wanted > now || state.now - neededAt_ >= options_.minSampleNs)
      requestPoint(state, domain_, wanted);
    next(state);
  }

private:
  void next(State &state) {
    state.events.add(state.now + options_.sampleNs, EventKind::Timer, index);
  }

  GovernorOptions options_;
  uint32_t domain_;
  double neededAt_ = 0;
  std::optional<LoadMeter> load_;
};

} // namespace

std::unique_ptr<Policy> interactiveGovernor(const GovernorOptions &options,
                                            uint32_t domain) {
  return std::make_unique<Interactive>(options, domain);
}

} // namespace hocket::simulation
