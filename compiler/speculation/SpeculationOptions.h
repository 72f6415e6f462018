// SPDX-License-Identifier: Apache-2.0
//
// What the search for loops to try depends on besides the program.
#pragma once

namespace hocket::speculation {

struct SpeculationOptions {
  bool mayFuse = false;       ///< products into sums
  bool hasExcess = false;     ///< values of more bits than their types
  bool strictAliasing = true; ///< accesses through different types do not meet
  bool always = false; ///< for tests: also where a guess says it does not pay
};

} // namespace hocket::speculation
