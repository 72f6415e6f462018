// SPDX-License-Identifier: Apache-2.0
//
// What a linker tells functions apart by.
#pragma once

#include <compare>
#include <cstddef>
#include <string>

namespace hocket {

/// A name, and for a static function its unit's number.
struct FunctionKey {
  static constexpr std::size_t AllUnits = ~std::size_t(0);
  std::string name;
  std::size_t unit = AllUnits;

  auto operator<=>(const FunctionKey &) const = default;
};

} // namespace hocket
