// SPDX-License-Identifier: Apache-2.0
//
// What a domain's clock does, as the verifier reads it from a plan.
#pragma once

#include "power/Plan.h"

namespace hocket::power {

/// Nanoseconds by which a time may be off.
double timeRounding(double ns);

/// Earlier by more than rounding explains.
bool isEarlier(double a, double b);

class Clock {
public:
  explicit Clock(uint32_t highest) : highest_(highest) {}

  /// Changes in time.
  void add(const Change &change) { changes_.push_back(change); }
  uint32_t lastPoint() const {
    return changes_.empty() ? highest_ : changes_.back().to;
  }
  double lastTime() const { return changes_.empty() ? 0 : changes_.back().end; }
  const std::vector<Change> &all() const { return changes_; }
  /// Whether the clock has the point all the time, unchanged.
  bool keeps(uint32_t point, double begin, double end) const;
  /// Whether changes fill the time.
  bool changes(double begin, double end) const;
  /// What a core awake takes in the time, in joules: at each point its watts,
  /// in a change those of the more costly of the two.
  double joules(const std::vector<double> &watts, double begin,
                double end) const;

private:
  /// The first change that ends after the time.
  size_t firstAfter(double time) const;

  uint32_t highest_;
  std::vector<Change> changes_;
};

} // namespace hocket::power
