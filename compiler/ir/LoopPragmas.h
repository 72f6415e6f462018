// SPDX-License-Identifier: Apache-2.0
//
// Pragmas for a loop: compilers want the loop behind them.
#pragma once

#include <cstdint>
#include <string_view>

namespace hocket::ir {

/// Where the lines with pragmas for the loop at `at` begin; `at` if there are
/// none. \param text of a unit, preprocessed
uint32_t pragmasAbove(std::string_view text, uint32_t at);

} // namespace hocket::ir
