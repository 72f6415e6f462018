// SPDX-License-Identifier: Apache-2.0
#include "support/Duration.h"

#include "llvm/ADT/StringRef.h"

#include <utility>

namespace hocket {

using llvm::StringRef;

std::optional<double> readDuration(std::string_view text) {
  // "s" last: the others end in it, too.
  constexpr double most = 1e17; // three years; whatever is added to it fits
  constexpr std::pair<StringRef, double> units[] = {
      {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  for (const auto &[unit, ns] : units) {
    StringRef number = text;
    double amount = 0;
    if (!number.consume_back(unit))
      continue;
    if (number.getAsDouble(amount) || !(amount * ns >= 1) ||
        !(amount * ns <= most))
      return std::nullopt;
    return amount * ns;
  }
  return std::nullopt;
}

} // namespace hocket
