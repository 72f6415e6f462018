// SPDX-License-Identifier: Apache-2.0
//
// Power plans back from JSON, as toJson of Plan.h wrote them.
#pragma once

#include "power/Plan.h"

namespace hocket::power {

struct GivenPlan {
  Objective objective;
  Plan plan;
};

/// The "power" member of `text`, JSON that scheduling::fromJson has read.
/// Whether the plan fits the problem and the chip is for verify() to say.
/// \returns nothing if there is no such member, or with `error` set, to be put
/// behind the file's name: ":3:14: error: ...".
std::optional<GivenPlan> readPlan(const std::string &text,
                                  const ChipPower &chip, std::string &error);

} // namespace hocket::power
