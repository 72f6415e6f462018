// SPDX-License-Identifier: Apache-2.0
#include "simulation/policies/Affinity.h"

#include "simulation/engine/Queues.h"

#include <algorithm>

namespace hocket::simulation {

namespace {

/// Threads of the process, in order.
std::vector<uint32_t> threadsOf(const Workload &workload, uint32_t process) {
  std::vector<uint32_t> threads;
  for (uint32_t i = 0; i < workload.threads.size(); ++i)
    if (workload.threads[i].process == process)
      threads.push_back(i);
  return threads;
}

class Toggling : public Policy {
public:
  explicit Toggling(const AffinityOptions &options) : options_(options) {}

  void begin(State &state) override {
    pairs_ = corePairs(*state.machine);
    threads_ = threadsOf(*state.workload, options_.process);
    place(state);
    next(state);
  }

  void timer(State &state) override {
    isSwapped_ = !isSwapped_;
    place(state);
    next(state);
  }

private:
  void next(State &state) {
    state.events.add(state.now + options_.periodNs, EventKind::Timer, index);
  }

  /// Thread k begins on the fast core of a pair for even rounds through the
  /// pairs, on the slow one for odd.
  void place(State &state) {
    for (size_t k = 0; k < threads_.size() && !pairs_.empty(); ++k) {
      const auto &[fast, slow] = pairs_[k % pairs_.size()];
      bool isSlow = (k / pairs_.size() % 2 == 1) != isSwapped_;
      ThreadState &thread = state.threads[threads_[k]];
      thread.pinned = isSlow ? slow : fast;
      bool isThere = thread.phase == ThreadState::Phase::Ready ||
                     thread.phase == ThreadState::Phase::Blocked;
      if (isThere && thread.core != none)
        moveTo(state, threads_[k], thread.pinned);
    }
  }

  AffinityOptions options_;
  std::vector<std::pair<uint32_t, uint32_t>> pairs_;
  std::vector<uint32_t> threads_;
  bool isSwapped_ = false;
};

} // namespace

std::vector<std::pair<uint32_t, uint32_t>> corePairs(const Machine &machine) {
  double most =
      *std::max_element(machine.capacity.begin(), machine.capacity.end());
  double least =
      *std::min_element(machine.capacity.begin(), machine.capacity.end());
  std::vector<uint32_t> fast, slow;
  for (uint32_t core = 0; core < machine.cores(); ++core) {
    if (machine.capacity[core] == most)
      fast.push_back(core);
    else if (machine.capacity[core] == least)
      slow.push_back(core);
  }
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  for (size_t i = 0; i < fast.size() && i < slow.size(); ++i)
    pairs.emplace_back(fast[i], slow[i]);
  return pairs;
}

void setAffinity(const AffinityOptions &options, const Machine &machine,
                 Workload &workload) {
  using Scheme = AffinityOptions::Scheme;
  std::vector<std::pair<uint32_t, uint32_t>> pairs = corePairs(machine);
  std::vector<uint32_t> threads = threadsOf(workload, options.process);
  for (size_t k = 0; k < threads.size(); ++k) {
    std::vector<uint32_t> &allowed = workload.threads[threads[k]].allowed;
    if (options.scheme == Scheme::OneCore)
      allowed = {uint32_t(k % machine.cores())};
    else if (options.scheme == Scheme::Pair && !pairs.empty())
      allowed = {pairs[k % pairs.size()].first, pairs[k % pairs.size()].second};
  }
}

std::unique_ptr<Policy> coreToggling(const AffinityOptions &options) {
  return std::make_unique<Toggling>(options);
}

} // namespace hocket::simulation
