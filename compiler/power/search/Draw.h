// SPDX-License-Identifier: Apache-2.0
//
// What something draws that follows a clock, as a function of time.
#pragma once

#include "power/search/Timing.h"

namespace hocket::power {

class Draw {
public:
  /// \param watts at each point of the clock; while that changes, those of the
  /// more costly of the two points. \param byLevel the same by level of the
  /// supply, where that is shared. \param clock must outlive this
  Draw(const std::vector<double> &watts, const LevelWatts &byLevel,
       const std::vector<Stretch> &clock);

  /// Joules from `begin` to `end`, in nanoseconds.
  double joules(double begin, double end) const {
    return end > begin ? (until(end) - until(begin)) * 1e-9 : 0;
  }

private:
  double until(double time) const;

  const std::vector<Stretch> *clock_;
  std::vector<double> before_, watts_; ///< by stretch
};

} // namespace hocket::power
