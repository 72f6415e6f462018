// SPDX-License-Identifier: Apache-2.0
//
// What the scheduler and the governor both know is in Shared. In each sampling
// period the governor does, in this order: how many cores are on, migration,
// the frequency level, the cluster (section 3.3).
#include "simulation/usercentric/UserCentric.h"

#include "simulation/engine/Clocks.h"
#include "simulation/engine/Clusters.h"
#include "simulation/engine/Queues.h"
#include "simulation/usercentric/Balance.h"

#include <algorithm>
#include <cmath>

namespace hocket::simulation {

double leastForLow(double medium, double lowThreads, double mediumThreads,
                   double share) {
  double all = lowThreads + share * mediumThreads;
  return all > 0 ? medium * lowThreads / all : 0;
}

namespace {

struct Shared {
  Shared(const UserCentricOptions &given, const Workload &workload)
      : options(given), sensitivities(workload, given.touchNs),
        demand(given.estimate) {}

  Sensitivity of(const State &state, uint32_t thread) const {
    return sensitivities.of(state.thread(thread).process, state.now);
  }
  double amount(const State &state, uint32_t thread) const {
    return options.sensitivity[size_t(of(state, thread))];
  }
  /// By how much a thread is preferred to one of low sensitivity.
  double share(Sensitivity sensitivity) const {
    if (sensitivity == Sensitivity::Medium && options.mediumShare > 0)
      return options.mediumShare;
    return std::pow(1.25, options.nice[0] - options.nice[size_t(sensitivity)]);
  }
  void prioritize(State &state) const {
    for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
      setWeight(state, thread, 1024 * share(of(state, thread)));
  }

  UserCentricOptions options;
  Sensitivities sensitivities;
  Demand demand;
};

using SharedPtr = std::shared_ptr<Shared>;

/// CFS, but for where new threads go.
class UserScheduler : public Scheduler {
public:
  UserScheduler(SharedPtr shared, const FairOptions &fair)
      : shared_(std::move(shared)), fair_(fairScheduler(fair)) {}

  void begin(State &state) override { fair_->begin(state); }
  double slice(State &state, uint32_t core, uint32_t thread) override {
    return fair_->slice(state, core, thread);
  }
  bool isFluid() const override { return fair_->isFluid(); }
  bool preempts(State &state, uint32_t thread, uint32_t running) override {
    return fair_->preempts(state, thread, running);
  }

  uint32_t coreFor(State &state, uint32_t thread) override {
    uint32_t last = state.threads[thread].core;
    if (last != none && mayRunOn(state, thread, last))
      return last; // migration is the governor's
    bool isLow = shared_->of(state, thread) == Sensitivity::Low;
    uint32_t best = none;
    double least = 0;
    for (uint32_t core = 0; core < state.cores.size(); ++core) {
      if (!mayRunOn(state, thread, core))
        continue;
      double total =
          isLow ? workloadOn(state, core) : sensitivityOn(state, core);
      if (best == none || total < least) {
        best = core;
        least = total;
      }
    }
    return best != none ? best : 0;
  }

private:
  double workloadOn(const State &state, uint32_t core) const {
    return shared_->demand.count() ? shared_->demand.on(state, core) : 0;
  }
  double sensitivityOn(const State &state, uint32_t core) const {
    double sum = 0;
    for (uint32_t thread : shared_->demand.threadsOf(state, core))
      sum += shared_->amount(state, thread);
    return sum;
  }

  SharedPtr shared_;
  std::unique_ptr<Scheduler> fair_;
};

class UserGovernor : public Policy {
public:
  explicit UserGovernor(SharedPtr shared) : shared_(std::move(shared)) {}

  void begin(State &state) override {
    levels_ = levelsOf(*state.machine);
    slow_ = cluster_ = levels_.front().cluster;
    fast_ = levels_.back().cluster;
    shared_->demand.measure(state);
    lastWork_.resize(state.cores.size());
    growth_.resize(state.cores.size());
    shared_->prioritize(state);
    beginIdle(state, levels_, cluster_, 1);
    next(state);
  }

  void timer(State &state) override {
    bool isPeriod = state.now >= sampleAt_;
    periods_ += isPeriod;
    unsigned every = shared_->options.queryPeriods;
    if (isPeriod && every > 0 && periods_ % every == 0)
      notice(state);
    shared_->prioritize(state); // a touch may have ended
    if (isPeriod) {
      sample(state, true);
      next(state);
    }
  }

  void threadsChanged(State &state) override {
    for (uint32_t process = 0; process < state.workload->processes.size();
         ++process)
      if (isOver(state, process))
        shared_->sensitivities.ended(process);
    shared_->prioritize(state);
    if (shared_->options.queryPeriods == 0)
      sample(state, false);
  }

  void userEvent(State &state, uint32_t event) override {
    const UserEvent &what = state.workload->events[event];
    if (what.kind == UserEvent::Kind::Foreground &&
        shared_->options.queryPeriods > 0) {
      unnoticed_.push_back(what);
      return;
    }
    shared_->sensitivities.handle(what);
    shared_->prioritize(state);
    if (what.kind == UserEvent::Kind::Touch) {
      use(state, levels_.size() - 1);
      state.events.add(shared_->sensitivities.touchedUntil(), EventKind::Timer,
                       index);
    }
  }

private:
  void next(State &state) {
    sampleAt_ = state.now + shared_->options.periodNs;
    state.events.add(sampleAt_, EventKind::Timer, index);
  }

  void notice(State &state) {
    for (const UserEvent &event : unnoticed_)
      shared_->sensitivities.handle(event);
    unnoticed_.clear();
    shared_->prioritize(state);
  }

  static bool isOver(const State &state, uint32_t process) {
    bool hasThread = false;
    for (uint32_t i = 0; i < state.threads.size(); ++i) {
      if (state.thread(i).process != process)
        continue;
      hasThread = true;
      if (state.threads[i].phase != ThreadState::Phase::Done)
        return false;
    }
    return hasThread;
  }

  /// \param isPeriod counts for what is watched over periods
  void sample(State &state, bool isPeriod) {
    shared_->demand.measure(state);
    setActive(state, cluster_, coresNeeded(state));
    migrate(state);
    use(state, chosenLevel(state, isPeriod), isPeriod);
  }

  size_t coresNeeded(const State &state) const {
    double total = 0;
    for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
      total += shared_->demand.of(thread);
    size_t most = std::min(state.machine->clusters[cluster_].cores.size(),
                           std::max<size_t>(1, shared_->demand.count()));
    const std::vector<double> &steps = cluster_ == slow_
                                           ? shared_->options.slowCores
                                           : shared_->options.fastCores;
    if (steps.empty())
      return leastPower(state, total, most);
    size_t count = 1;
    while (count < most && count <= steps.size() &&
           total > steps[count - 1] * double(count) * (1 + 1e-9))
      ++count;
    return count;
  }

  /// So many cores at the lowest level that suffices draw least.
  size_t leastPower(const State &state, double total, size_t most) const {
    size_t best = most;
    double least = forever;
    for (size_t count = 1; count <= most; ++count) {
      size_t level = levelFor(levels_, total / double(count));
      level = std::clamp(level, lowestOf(levels_, cluster_),
                         highestOf(levels_, cluster_));
      uint32_t core = state.machine->clusters[cluster_].cores.front();
      double watts =
          state.machine->chip.cores[core].watts[levels_[level].point] *
          double(count);
      bool suffices =
          levels_[level].speed * double(count) >= total * (1 - 1e-9);
      if (suffices && watts < least) {
        least = watts;
        best = count;
      }
    }
    return best;
  }

  void migrate(State &state) {
    std::vector<uint32_t> cores = activeCores(state, cluster_), moved;
    auto sensitivity = [&](uint32_t thread) {
      return shared_->amount(state, thread);
    };
    auto arrival = [&](uint32_t thread) {
      return state.threads[thread].arrival;
    };
    // Higher sensitivity first, and of equal threads the one that came last:
    // the paper takes any.
    auto threads = [&](uint32_t core) {
      return shared_->demand.threadsOf(state, core);
    };
    balance(state, cores,
            {threads, sensitivity,
             [&](uint32_t a, uint32_t b) {
               return sensitivity(a) != sensitivity(b)
                          ? sensitivity(a) > sensitivity(b)
                          : arrival(a) > arrival(b);
             }},
            moved);
    // Lower sensitivity first, in the order of arrival.
    balance(state, cores,
            {threads,
             [&](uint32_t thread) { return shared_->demand.of(thread); },
             [&](uint32_t a, uint32_t b) {
               return sensitivity(a) != sensitivity(b)
                          ? sensitivity(a) < sensitivity(b)
                          : arrival(a) < arrival(b);
             }},
            moved);
  }

  size_t chosenLevel(State &state, bool isPeriod) {
    size_t level = 0;
    for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
      if (state.threads[thread].phase != ThreadState::Phase::Done &&
          state.threads[thread].core != none &&
          shared_->of(state, thread) == Sensitivity::High)
        return levels_.size() - 1;
    for (uint32_t core : activeCores(state, cluster_))
      level = std::max(level, levelOf(state, core, isPeriod));
    return level;
  }

  /// What the core has to run at so that its threads of medium sensitivity get
  /// all they need, and the others their least.
  size_t levelOf(State &state, uint32_t core, bool isPeriod) {
    double medium = 0, mediumThreads = 0, lowThreads = 0;
    for (uint32_t i = 0; i < state.threads.size(); ++i) {
      if (state.threads[i].core != core || shared_->demand.of(i) <= 0)
        continue;
      if (shared_->of(state, i) == Sensitivity::Low) {
        ++lowThreads;
        continue;
      }
      ++mediumThreads;
      medium += shared_->demand.of(i);
    }
    double need = medium + leastForLow(medium, lowThreads, mediumThreads,
                                       shared_->share(Sensitivity::Medium));
    size_t level = levelFor(levels_, need);
    if (need > levels_[level].speed * shared_->options.threshold * (1 + 1e-9))
      level = std::min(level + 1, levels_.size() - 1);
    if (isPeriod && hasGrownTwice(state, core))
      level = std::max(level, (level_ + levels_.size()) / 2);
    return level;
  }

  bool hasGrownTwice(const State &state, uint32_t core) {
    double work = shared_->demand.on(state, core);
    bool grows = work > lastWork_[core] * (1 + 1e-6) + 1e-9;
    lastWork_[core] = work;
    growth_[core] = grows ? growth_[core] + 1 : 0;
    return shared_->options.scalesByHalf && growth_[core] >= 2;
  }

  /// The faster cluster at once, the slower one only when it would have done
  /// for some periods.
  void use(State &state, size_t level, bool isPeriod = false) {
    uint32_t wanted = levels_[level].cluster;
    if (isPeriod)
      quiet_ = wanted != cluster_ && wanted == slow_ ? quiet_ + 1 : 0;
    bool mustWait = cluster_ == fast_ && wanted == slow_ && slow_ != fast_ &&
                    quiet_ <= shared_->options.quietPeriods;
    if (mustWait)
      level = lowestOf(levels_, fast_);
    else if (wanted != cluster_) {
      switchCluster(state, cluster_, wanted);
      cluster_ = wanted;
      quiet_ = 0;
    }
    level_ = level;
    requestPoint(state, levels_[level].domain, levels_[level].point);
  }

  SharedPtr shared_;
  std::vector<Level> levels_;
  uint32_t slow_ = 0, fast_ = 0, cluster_ = 0;
  size_t level_ = 0;
  unsigned periods_ = 0, quiet_ = 0;
  double sampleAt_ = 0;
  std::vector<double> lastWork_;     ///< by core
  std::vector<unsigned> growth_;     ///< by core, periods in a row
  std::vector<UserEvent> unnoticed_; ///< apps that have come to the foreground
};

} // namespace

Governing userCentric(const UserCentricOptions &options,
                      const FairOptions &fair, const Workload &workload) {
  auto shared = std::make_shared<Shared>(options, workload);
  Governing governing;
  governing.scheduler = std::make_unique<UserScheduler>(shared, fair);
  governing.policies.push_back(std::make_unique<UserGovernor>(shared));
  return governing;
}

} // namespace hocket::simulation
