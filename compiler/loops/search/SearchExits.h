// SPDX-License-Identifier: Apache-2.0
//
// Where a loop ends itself: `if (a[i] == key) { pos = i; break; }`.
#pragma once

#include "ir/Program.h"

#include <optional>
#include <vector>

namespace hocket::polyhedral {

/// The sides of branches in the loop's body that end with a jump out of the
/// loop, in order of text; nothing if the loop is left from elsewhere, or may
/// be entered in the middle. No other jump is inside one of them.
std::optional<std::vector<ir::NodeId>> findExits(const ir::Program &program,
                                                 ir::NodeId loop);

} // namespace hocket::polyhedral
