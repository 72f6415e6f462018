// SPDX-License-Identifier: Apache-2.0
#include "power/search/Draw.h"

#include <algorithm>

namespace hocket::power {

Draw::Draw(const std::vector<double> &own, const LevelWatts &byLevel,
           const std::vector<Stretch> &clock)
    : clock_(&clock) {
  double sum = 0;
  for (const Stretch &stretch : clock) {
    before_.push_back(sum);
    const std::vector<double> &watts = wattsAt(own, byLevel, stretch.level);
    watts_.push_back(stretch.isChange
                         ? std::max(watts[stretch.point], watts[stretch.to])
                         : watts[stretch.point]);
    if (&stretch != &clock.back())
      sum += watts_.back() * (stretch.end - stretch.begin);
  }
}

double Draw::until(double time) const {
  auto after = std::upper_bound(
      clock_->begin(), clock_->end(), time,
      [](double t, const Stretch &stretch) { return t < stretch.begin; });
  size_t index = size_t(after - clock_->begin()) - 1;
  return before_[index] + watts_[index] * (time - (*clock_)[index].begin);
}

} // namespace hocket::power
