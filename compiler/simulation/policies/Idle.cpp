// SPDX-License-Identifier: Apache-2.0
#include "simulation/policies/Idle.h"

#include "simulation/engine/Cores.h"

#include <algorithm>
#include <cmath>

namespace hocket::simulation {

namespace {

using Choice = std::optional<uint32_t>;

class Awake : public IdlePolicy {
  Choice state(State &, uint32_t) override { return std::nullopt; }
};

class Lightest : public IdlePolicy {
  Choice state(State &state, uint32_t core) override {
    return state.machine->chip.cores[core].states.empty() ? Choice()
                                                          : Choice(0);
  }
};

/// At once, however short the gap: what auto-idle of paper 001 does.
class Deepest : public IdlePolicy {
  Choice state(State &state, uint32_t core) override {
    size_t count = state.machine->chip.cores[core].states.size();
    return count == 0 ? Choice() : Choice(uint32_t(count - 1));
  }
};

/// Linux's menu governor in its main points (Documentation/admin-guide/pm/
/// cpuidle.rst): the deepest state that pays off by the time when something is
/// expected, which is the next timer of a thread that was last on the core, or
/// the typical length of the last eight idle times, where these are alike.
class Menu : public IdlePolicy {
  Choice state(State &state, uint32_t core) override {
    double expected = std::min(nextTimer(state, core), typical(state, core));
    Choice found;
    for (uint32_t i = 0; i < state.machine->chip.cores[core].states.size(); ++i)
      if (fits(state, core, i, expected))
        found = i;
    return found;
  }

  static double nextTimer(const State &state, uint32_t core) {
    double next = forever;
    for (const ThreadState &thread : state.threads)
      if (thread.core == core && thread.pausedUntil > state.now &&
          thread.phase == ThreadState::Phase::Blocked)
        next = std::min(next, thread.pausedUntil - state.now);
    return next;
  }

  /// The mean, if the standard deviation is at most a sixth of it (as in
  /// get_typical_interval); no limit else.
  static double typical(const State &state, uint32_t core) {
    const CoreState &at = state.cores[core];
    if (at.idleCount < at.idleTimes.size())
      return forever;
    double count = double(at.idleTimes.size()), sum = 0, squares = 0;
    for (double ns : at.idleTimes) {
      sum += ns;
      squares += ns * ns;
    }
    double mean = sum / count;
    double variance = squares / count - mean * mean;
    return variance * 36 <= mean * mean ? mean : forever;
  }
};

struct Named {
  std::string_view name;
  std::unique_ptr<IdlePolicy> (*make)();
};

template <typename T> std::unique_ptr<IdlePolicy> make() {
  return std::make_unique<T>();
}

constexpr Named table[] = {{"awake", make<Awake>},
                           {"lightest", make<Lightest>},
                           {"deepest", make<Deepest>},
                           {"menu", make<Menu>}};

} // namespace

std::unique_ptr<IdlePolicy> idlePolicy(std::string_view name) {
  for (const Named &entry : table)
    if (entry.name == name)
      return entry.make();
  return nullptr;
}

std::vector<std::string_view> idlePolicyNames() {
  std::vector<std::string_view> names;
  for (const Named &entry : table)
    names.push_back(entry.name);
  return names;
}

} // namespace hocket::simulation
