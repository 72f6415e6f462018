// SPDX-License-Identifier: Apache-2.0
#include "power/verify/Clock.h"

#include <algorithm>
#include <cmath>

namespace hocket::power {

double timeRounding(double ns) { return 1e-9 * std::max(1.0, std::abs(ns)); }

bool isEarlier(double a, double b) { return a < b - timeRounding(b); }

size_t Clock::firstAfter(double time) const {
  return size_t(std::partition_point(
                    changes_.begin(), changes_.end(),
                    [&](const Change &change) { return change.end <= time; }) -
                changes_.begin());
}

bool Clock::keeps(uint32_t point, double begin, double end) const {
  for (size_t i = firstAfter(begin);
       i < changes_.size() && changes_[i].begin < end; ++i)
    if (isEarlier(begin, changes_[i].end) && isEarlier(changes_[i].begin, end))
      return false;
  // Changes within rounding of the ends do not count; the middle tells.
  size_t next = firstAfter((begin + end) / 2);
  return (next == 0 ? highest_ : changes_[next - 1].to) == point;
}

bool Clock::changes(double begin, double end) const {
  double now = begin;
  for (size_t i = firstAfter(begin); i < changes_.size() && isEarlier(now, end);
       ++i) {
    if (isEarlier(now, changes_[i].begin))
      return false;
    now = changes_[i].end;
  }
  return !isEarlier(now, end) && !isEarlier(end, now);
}

double Clock::joules(const std::vector<double> &watts, double begin,
                     double end) const {
  double sum = 0, now = begin;
  size_t next = firstAfter(begin);
  while (now < end) {
    uint32_t point = next == 0 ? highest_ : changes_[next - 1].to;
    if (next == changes_.size()) {
      sum += watts[point] * (end - now);
      break;
    }
    const Change &change = changes_[next++];
    double until = std::clamp(change.begin, now, end);
    sum += watts[point] * (until - now);
    double after = std::clamp(change.end, until, end);
    sum += std::max(watts[change.from], watts[change.to]) * (after - until);
    now = after;
  }
  return sum * 1e-9;
}

} // namespace hocket::power
