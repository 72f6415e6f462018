// SPDX-License-Identifier: Apache-2.0
#include "driver/command/ObjectiveOption.h"

#include "support/Duration.h"

namespace hocket::driver {

using llvm::StringRef;
using power::Objective;

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
  std::optional<double> time = readDuration(text);
  if (!time)
    return std::nullopt;
  objective.deadlineNs = *time;
  return objective;
}

} // namespace hocket::driver
