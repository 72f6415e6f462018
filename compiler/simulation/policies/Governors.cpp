// SPDX-License-Identifier: Apache-2.0
#include "simulation/policies/Governors.h"

#include "simulation/engine/Clocks.h"

namespace hocket::simulation {

namespace {

class Fixed : public Policy {
public:
  Fixed(uint32_t domain, bool isHighest)
      : domain_(domain), isHighest_(isHighest) {}

  void begin(State &state) override {
    requestPoint(state, domain_,
                 isHighest_ ? state.machine->chip.domains[domain_].highest()
                            : 0);
  }

private:
  uint32_t domain_;
  bool isHighest_;
};

/// Auto-idle (paper 001, section VII): an idle core is gated at once, which is
/// the idle policy `deepest`; a thread brings its clock to a value given
/// beforehand, here the highest. It never leaves that: the pattern is binary.
class AutoIdle : public Policy {
public:
  explicit AutoIdle(uint32_t domain) : domain_(domain) {}

  void begin(State &state) override { raise(state); }
  void coreBusy(State &state, uint32_t core) override {
    if (state.machine->chip.cores[core].domain == domain_)
      raise(state);
  }

private:
  void raise(State &state) const {
    requestPoint(state, domain_,
                 state.machine->chip.domains[domain_].highest());
  }
  uint32_t domain_;
};

std::unique_ptr<Policy> autoIdle(const GovernorOptions &, uint32_t domain) {
  return std::make_unique<AutoIdle>(domain);
}

} // namespace

std::unique_ptr<Policy> performanceGovernor(const GovernorOptions &,
                                            uint32_t domain) {
  return std::make_unique<Fixed>(domain, true);
}

std::unique_ptr<Policy> powersaveGovernor(const GovernorOptions &,
                                          uint32_t domain) {
  return std::make_unique<Fixed>(domain, false);
}

const std::vector<Governor> &governors() {
  static const std::vector<Governor> table = {
      {"performance", performanceGovernor},
      {"powersave", powersaveGovernor},
      {"ondemand", ondemandGovernor},
      {"conservative", conservativeGovernor},
      {"schedutil", schedutilGovernor},
      {"interactive", interactiveGovernor},
      {"auto-idle", autoIdle}};
  return table;
}

} // namespace hocket::simulation
