// SPDX-License-Identifier: Apache-2.0
//
// The axis of time.
#pragma once

#include <string>
#include <vector>

namespace hocket::report {

struct Tick {
  double at = 0; ///< part of the length
  std::string label;
};

/// At round times, four to ten of them.
std::vector<Tick> ticks(double nanoseconds);

} // namespace hocket::report
