// SPDX-License-Identifier: Apache-2.0
//
// Kinds of values that scenarios have, and specs do not.
#pragma once

#include "soc/Fields.h"

#include <string>
#include <string_view>
#include <vector>

namespace hocket::simulation {

/// One of the names; its position. `fallback` if it is missing or wrong.
size_t choice(soc::Fields &fields, std::string_view key,
              const std::vector<std::string_view> &names, size_t fallback);

/// A list of numbers in the range; empty if it is missing.
std::vector<double> numbers(soc::Fields &fields, std::string_view key,
                            soc::Range range);

/// A time in the unit of so many nanoseconds, of whole or broken numbers.
double timeOr(soc::Fields &fields, std::string_view key, double unitNs,
              double fallbackNs);

/// 0 to 1.
double partOr(soc::Fields &fields, std::string_view key, double fallback);

} // namespace hocket::simulation
