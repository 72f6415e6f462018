// SPDX-License-Identifier: Apache-2.0
//
// How a loop ends but by its condition.
#pragma once

#include "ir/Program.h"

#include <optional>
#include <vector>

namespace hocket::speculation {

/// The Jumps, in order of text, that leave the loop: each `return` in it, and
/// its own `break`s. Nothing if something else may leave it, or if a jump
/// cannot be told from its text.
std::optional<std::vector<ir::NodeId>> exitsOf(const ir::Program &program,
                                               ir::NodeId loop);

} // namespace hocket::speculation
