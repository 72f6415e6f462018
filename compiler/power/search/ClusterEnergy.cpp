// SPDX-License-Identifier: Apache-2.0
#include "power/search/ClusterEnergy.h"

#include "power/search/Draw.h"

#include <algorithm>
#include <limits>
#include <map>

namespace hocket::power {

using scheduling::CoreIndex;

namespace {

constexpr double forever = std::numeric_limits<double>::infinity();

struct Window {
  double begin = 0, end = 0;
};

/// A gap, as its core spends it.
struct Sleep {
  uint32_t gap = 0; ///< in the plan
  Window asleep;    ///< without falling asleep and waking
};

/// Calls `visit` for each time in which all of them sleep, with the sleep of
/// each, in time. \param sleeps of each, in time
template <typename Visit>
void forEachMeeting(const std::vector<std::vector<Sleep>> &sleeps,
                    Visit visit) {
  std::vector<size_t> at(sleeps.size());
  auto isOver = [&](size_t i) { return at[i] == sleeps[i].size(); };
  for (;;) {
    Window window{0, forever};
    size_t first = 0;
    for (size_t i = 0; i < sleeps.size(); ++i) {
      if (isOver(i))
        return;
      const Window &own = sleeps[i][at[i]].asleep;
      window.begin = std::max(window.begin, own.begin);
      if (own.end < window.end) {
        window.end = own.end;
        first = i;
      }
    }
    if (window.begin < window.end) {
      std::vector<uint32_t> gaps;
      for (size_t i = 0; i < sleeps.size(); ++i)
        gaps.push_back(sleeps[i][at[i]].gap);
      visit(window, gaps);
    }
    ++at[first];
  }
}

class Together {
public:
  Together(const ChipPower &chip,
           const std::vector<std::vector<Stretch>> &clocks, Plan &plan)
      : chip_(chip), clocks_(clocks), plan_(plan), gapsOf_(chip.cores.size()) {
    for (uint32_t gap = 0; gap < plan.gaps.size(); ++gap)
      gapsOf_[plan.gaps[gap].core].push_back(gap);
    for (const CorePower &core : chip.cores)
      awake_.emplace_back(core.watts, core.wattsAt, clocks[core.domain]);
  }

  void sleepByCluster() {
    std::map<uint32_t, std::vector<CoreIndex>> clusters;
    for (CoreIndex core = 0; core < chip_.cores.size(); ++core)
      clusters[chip_.cores[core].cluster].push_back(core);
    for (const auto &[cluster, cores] : clusters)
      if (std::all_of(cores.begin(), cores.end(), [&](CoreIndex core) {
            return chip_.cores[core].clusterState().has_value();
          }))
        sleepTogether(cores);
  }

  void countShared() {
    for (uint32_t domain = 0; domain < chip_.domains.size(); ++domain) {
      const std::vector<double> &watts = chip_.domains[domain].sharedWatts;
      std::vector<std::vector<Sleep>> sleeps = sleepsOf(domain);
      if (watts.empty() || sleeps.empty())
        continue;
      Draw draw(watts, chip_.domains[domain].sharedWattsAt, clocks_[domain]);
      double joules = draw.joules(0, plan_.horizonNs);
      forEachMeeting(sleeps, [&](const Window &window, const auto &) {
        joules -= draw.joules(window.begin, window.end);
      });
      plan_.shared[domain] = joules;
      plan_.joules += joules;
    }
  }

private:
  /// Of cores of the domain, whatever state they sleep in.
  std::vector<std::vector<Sleep>> sleepsOf(uint32_t domain) const {
    std::vector<std::vector<Sleep>> sleeps;
    for (CoreIndex core = 0; core < chip_.cores.size(); ++core) {
      if (chip_.cores[core].domain != domain)
        continue;
      std::vector<Sleep> &own = sleeps.emplace_back();
      for (uint32_t gap : gapsOf_[core])
        if (const auto &state = plan_.gaps[gap].state)
          own.push_back({gap, asleepIn(gap, *state)});
    }
    return sleeps;
  }

  Window asleepIn(uint32_t gap, uint32_t state) const {
    const Gap &at = plan_.gaps[gap];
    const IdleState &idle = chip_.cores[at.core].states[state];
    return {at.begin + idle.entryNs, at.end - idle.exitNs};
  }

  void sleepTogether(const std::vector<CoreIndex> &cores) {
    std::vector<std::vector<Sleep>> possible;
    for (CoreIndex core : cores) {
      const uint32_t state = *chip_.cores[core].clusterState();
      std::vector<Sleep> &own = possible.emplace_back();
      for (uint32_t gap : gapsOf_[core])
        if (plan_.gaps[gap].end - plan_.gaps[gap].begin >=
            chip_.cores[core].states[state].leastNs())
          own.push_back({gap, asleepIn(gap, state)});
    }
    std::map<uint32_t, std::vector<Window>> taken; ///< by gap
    forEachMeeting(possible, [&](const Window &window,
                                 const std::vector<uint32_t> &gaps) {
      double saved = 0;
      for (uint32_t gap : gaps) {
        auto known = taken.find(gap);
        std::vector<Window> windows =
            known == taken.end() ? std::vector<Window>() : known->second;
        saved += known == taken.end() ? joulesOf(gap, plan_.gaps[gap].state, {})
                                      : joulesOf(gap, stateOf(gap), windows);
        windows.push_back(window);
        saved -= joulesOf(gap, stateOf(gap), windows);
      }
      if (saved > 0)
        for (uint32_t gap : gaps)
          taken[gap].push_back(window);
    });
    recount(taken, possible);
  }

  std::optional<uint32_t> stateOf(uint32_t gap) const {
    return chip_.cores[plan_.gaps[gap].core].clusterState();
  }

  /// Where all gaps of a meeting have the state it holds, wanted or not.
  void recount(const std::map<uint32_t, std::vector<Window>> &taken,
               std::vector<std::vector<Sleep>> &possible) {
    std::map<uint32_t, std::vector<Window>> meetings;
    for (std::vector<Sleep> &own : possible)
      std::erase_if(
          own, [&](const Sleep &sleep) { return !taken.count(sleep.gap); });
    forEachMeeting(possible, [&](const Window &window, const auto &gaps) {
      for (uint32_t gap : gaps)
        meetings[gap].push_back(window);
    });
    for (const auto &[gap, windows] : meetings) {
      put(gap, -joulesOf(gap, plan_.gaps[gap].state, {}));
      plan_.gaps[gap].state = stateOf(gap);
      put(gap, joulesOf(gap, stateOf(gap), windows));
    }
  }

  void put(uint32_t gap, double joules) {
    const Gap &at = plan_.gaps[gap];
    CoreEnergy &energy = plan_.energy[at.core];
    (at.state ? energy.asleep[*at.state] : energy.waiting) += joules;
    plan_.joules += joules;
  }

  /// \param windows in which the cluster sleeps, for its state
  double joulesOf(uint32_t gap, std::optional<uint32_t> state,
                  const std::vector<Window> &windows) const {
    const Gap &at = plan_.gaps[gap];
    const CorePower &core = chip_.cores[at.core];
    const Draw &awake = awake_[at.core];
    if (!state)
      return awake.joules(at.begin, at.end);
    const IdleState &idle = core.states[*state];
    const Window asleep = asleepIn(gap, *state);
    auto alone = [&](double begin, double end) {
      if (!idle.isOfCluster)
        return idle.watts * (end - begin) * 1e-9;
      std::optional<double> watts = core.wattsAlone(*state);
      return watts ? *watts * (end - begin) * 1e-9 : awake.joules(begin, end);
    };
    double joules = idle.moveJoules + awake.joules(at.begin, asleep.begin) +
                    alone(asleep.begin, asleep.end) +
                    awake.joules(asleep.end, at.end);
    for (const Window &window : windows)
      joules += idle.watts * (window.end - window.begin) * 1e-9 -
                alone(window.begin, window.end);
    return joules;
  }

  const ChipPower &chip_;
  const std::vector<std::vector<Stretch>> &clocks_;
  Plan &plan_;
  std::vector<std::vector<uint32_t>> gapsOf_; ///< by core, in time
  std::vector<Draw> awake_;                   ///< by core
};

} // namespace

void countTogether(const Setting &setting,
                   const std::vector<std::vector<Stretch>> &clocks,
                   Plan &plan) {
  const ChipPower &chip = setting.chip;
  plan.shared.assign(chip.domains.size(), 0);
  auto isPlain = [](const auto &cores, auto has) {
    return std::none_of(cores.begin(), cores.end(), has);
  };
  if (isPlain(chip.cores,
              [](const CorePower &core) { return core.clusterState(); }) &&
      isPlain(chip.domains, [](const DomainPower &domain) {
        return !domain.sharedWatts.empty();
      }))
    return;
  Together together(setting.chip, clocks, plan);
  together.sleepByCluster();
  together.countShared();
}

} // namespace hocket::power
