// SPDX-License-Identifier: Apache-2.0
//
// What supplies that clocks share have at a time, as the verifier reads it from
// a plan's clocks: the highest level that one of them needs.
#pragma once

#include "power/verify/Clock.h"

namespace hocket::power {

class Levels {
public:
  /// \param clocks by domain; found right. Both must outlive this.
  Levels(const ChipPower &chip, const std::vector<Clock> &clocks);

  /// What something of the domain that is awake takes in the time, in joules.
  /// \param watts at its points' own voltages \param byLevel and at others'
  double joules(uint32_t domain, const std::vector<double> &watts,
                const LevelWatts &byLevel, double begin, double end) const;

private:
  struct Level {
    double begin = 0; ///< until the next one's
    uint32_t level = 0;
  };

  uint32_t needed(uint32_t domain, double from, double to) const;

  const ChipPower &chip_;
  const std::vector<Clock> &clocks_;
  std::vector<std::vector<Level>> levels_; ///< by supply, in time
};

} // namespace hocket::power
