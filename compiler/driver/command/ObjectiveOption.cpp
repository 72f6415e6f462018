// SPDX-License-Identifier: Apache-2.0
#include "driver/command/ObjectiveOption.h"

#include <cmath>
#include <utility>

namespace hocket::driver {

using llvm::StringRef;
using power::Objective;

/// "1.5ms" in nanoseconds; nothing: no number above 0 with a unit.
static std::optional<double> readTime(StringRef text) {
  // "s" last: the others end in it, too.
  constexpr std::pair<StringRef, double> units[] = {
      {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  for (const auto &[unit, ns] : units) {
    StringRef number = text;
    double amount = 0;
    if (!number.consume_back(unit))
      continue;
    if (number.getAsDouble(amount) || !(amount > 0) ||
        !std::isfinite(amount * ns))
      return std::nullopt;
    return amount * ns;
  }
  return std::nullopt;
}

std::optional<Objective> readObjective(StringRef text) {
  Objective objective;
  if (text == "time")
    return objective;
  objective.kind = Objective::Kind::Energy;
  if (text == "energy")
    return objective;
  objective.kind = Objective::Kind::Deadline;
  if (!text.consume_front("deadline="))
    return std::nullopt;
  std::optional<double> time = readTime(text);
  if (!time)
    return std::nullopt;
  objective.deadlineNs = *time;
  return objective;
}

} // namespace hocket::driver
