// SPDX-License-Identifier: Apache-2.0
//
// CFS+OD of paper 004: fair scheduling with migration, and Ondemand extended by
// turning cores on and off and by switching clusters, as on the Galaxy S4.
//
// With declared demands the governor knows the period to come, and takes all
// its steps at once; that is the instant governing of the paper's figure 2(a).
#include "simulation/engine/Clocks.h"
#include "simulation/engine/Clusters.h"
#include "simulation/engine/Queues.h"
#include "simulation/usercentric/Balance.h"
#include "simulation/usercentric/UserCentric.h"

#include <algorithm>

namespace hocket::simulation {

namespace {

class Conventional : public Policy {
public:
  explicit Conventional(const ConventionalOptions &options)
      : options_(options), demand_(options.estimate) {}

  void begin(State &state) override {
    levels_ = levelsOf(*state.machine);
    slow_ = cluster_ = levels_.front().cluster;
    fast_ = levels_.back().cluster;
    demand_.measure(state);
    beginIdle(state, levels_, cluster_, 1);
    next(state);
  }

  void timer(State &state) override {
    sample(state, true);
    next(state);
  }

  void threadsChanged(State &state) override {
    if (isIdeal())
      sample(state, false);
  }

private:
  bool isIdeal() const { return options_.estimate == Estimate::Declared; }

  void next(State &state) {
    state.events.add(state.now + options_.periodNs, EventKind::Timer, index);
  }

  void sample(State &state, bool isPeriod) {
    demand_.measure(state);
    turnCores(state, isPeriod);
    spread(state);
    size_t before;
    do {
      before = level_;
      scale(state);
    } while (isIdeal() && level_ != before);
  }

  /// Of the busiest core.
  double utilization(const State &state) const {
    double most = 0;
    for (uint32_t core : activeCores(state, cluster_))
      most = std::max(most, demand_.on(state, core));
    return most / levels_[level_].speed;
  }

  void scale(State &state) {
    size_t which = cluster_ == slow_ ? 0 : 1;
    double used = utilization(state);
    size_t top = highestOf(levels_, cluster_);
    if (used > options_.up[which] * (1 + 1e-9))
      use(state, level_ < top ? top : levels_.size() - 1);
    else if (used < options_.down[which] * (1 - 1e-9) && level_ > 0)
      use(state, level_ - 1);
  }

  void use(State &state, size_t level) {
    if (levels_[level].cluster != cluster_) {
      switchCluster(state, cluster_, levels_[level].cluster);
      cluster_ = levels_[level].cluster;
    }
    level_ = level;
    requestPoint(state, levels_[level].domain, levels_[level].point);
  }

  /// All on above the cluster's lowest level; one off after some periods at it.
  /// No more than there are threads.
  void turnCores(State &state, bool isPeriod) {
    size_t all = state.machine->clusters[cluster_].cores.size();
    size_t count = activeCores(state, cluster_).size();
    if (level_ > lowestOf(levels_, cluster_)) {
      quiet_ = 0;
      count = all;
    } else if (isPeriod && ++quiet_ >= options_.quietPeriods && count > 1) {
      quiet_ = 0;
      --count;
    }
    if (isIdeal())
      count = std::min(all, std::max<size_t>(1, demand_.count()));
    setActive(state, cluster_, count);
  }

  /// CFS's migration: as many threads on each core.
  void spread(State &state) {
    std::vector<uint32_t> moved;
    balance(state, activeCores(state, cluster_),
            {[&](uint32_t core) { return demand_.threadsOf(state, core); },
             [](uint32_t) { return 1.0; },
             [&](uint32_t a, uint32_t b) {
               return state.threads[a].arrival > state.threads[b].arrival;
             }},
            moved);
  }

  ConventionalOptions options_;
  Demand demand_;
  std::vector<Level> levels_;
  uint32_t slow_ = 0, fast_ = 0, cluster_ = 0;
  size_t level_ = 0;
  unsigned quiet_ = 0;
};

} // namespace

Governing conventional(const ConventionalOptions &options,
                       const FairOptions &fair) {
  Governing governing;
  governing.scheduler = fairScheduler(fair);
  governing.policies.push_back(std::make_unique<Conventional>(options));
  if (options.estimate == Estimate::LastPeriod && options.balanceNs > 0)
    governing.policies.push_back(loadBalancing(options.balanceNs));
  return governing;
}

} // namespace hocket::simulation
