// SPDX-License-Identifier: Apache-2.0
#include "power/verify/Levels.h"

#include <algorithm>
#include <set>

namespace hocket::power {

Levels::Levels(const ChipPower &chip, const std::vector<Clock> &clocks)
    : chip_(chip), clocks_(clocks) {
  for (const SupplyPower &supply : chip.supplies) {
    std::set<double> times = {0};
    for (uint32_t domain : supply.domains)
      for (const Change &change : clocks[domain].all()) {
        times.insert(change.begin);
        times.insert(change.end);
      }
    std::vector<Level> &levels = levels_.emplace_back();
    for (auto at = times.begin(); at != times.end(); ++at) {
      const double until = std::next(at) == times.end() ? *at : *std::next(at);
      uint32_t most = 0;
      for (uint32_t domain : supply.domains)
        most = std::max(most, needed(domain, *at, until));
      levels.push_back({*at, most});
    }
  }
}

/// Nothing begins or ends between the two times; if they are one, the clock has
/// its last point.
uint32_t Levels::needed(uint32_t domain, double from, double to) const {
  const std::vector<uint32_t> &needs = chip_.domains[domain].needs;
  const Clock &clock = clocks_[domain];
  if (from == to)
    return needs[clock.lastPoint()];
  const double middle = from + (to - from) / 2;
  auto next = std::partition_point(
      clock.all().begin(), clock.all().end(),
      [&](const Change &change) { return change.end <= middle; });
  if (next == clock.all().end())
    return needs[clock.lastPoint()];
  return next->begin <= middle ? std::max(needs[next->from], needs[next->to])
                               : needs[next->from];
}

double Levels::joules(uint32_t domain, const std::vector<double> &watts,
                      const LevelWatts &byLevel, double begin,
                      double end) const {
  const Clock &clock = clocks_[domain];
  const std::optional<uint32_t> &supply = chip_.domains[domain].supply;
  if (!supply || byLevel.empty())
    return clock.joules(watts, begin, end);
  const std::vector<Level> &levels = levels_[*supply];
  auto at = std::partition_point(
      levels.begin(), levels.end(),
      [&](const Level &level) { return level.begin <= begin; });
  double sum = 0, now = begin;
  for (--at; now < end; ++at) {
    const double until = std::next(at) == levels.end()
                             ? end
                             : std::min(end, std::next(at)->begin);
    sum += clock.joules(byLevel[at->level], now, until);
    now = until;
  }
  return sum;
}

} // namespace hocket::power
