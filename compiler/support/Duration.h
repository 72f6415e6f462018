// SPDX-License-Identifier: Apache-2.0
//
// Times as users write them: `33ms`.
#pragma once

#include <optional>
#include <string_view>

namespace hocket {

/// A number with one of the units ns, us, ms and s; from 1 ns to some years.
/// \returns nanoseconds; nothing for anything else.
std::optional<double> readDuration(std::string_view text);

} // namespace hocket
