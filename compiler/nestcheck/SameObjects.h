// SPDX-License-Identifier: Apache-2.0
//
// Which variable of the user's program is which one of the new program, by
// where each is declared.
#pragma once

#include "ir/Program.h"

#include <vector>

namespace hocket::nestcheck {

/// By ObjectId in `after`: the one in `before`; None where there is none, or
/// several could be meant.
std::vector<ir::ObjectId> sameObjects(const ir::Program &before,
                                      const ir::Program &after);

} // namespace hocket::nestcheck
