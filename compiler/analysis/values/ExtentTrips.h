// SPDX-License-Identifier: Apache-2.0
//
// Trip counts that the arrays allow which a loop walks along: `for (c = 0; c <
// p->ncar; c++) p->car[c].len` runs no more often than p->car has elements,
// whatever ncar is: a subscript beyond would be undefined, as compilers use to
// bound loops.
#pragma once

#include "ir/Program.h"

#include <optional>

namespace hocket::analysis {

/// Most iterations of a loop with a header whose every iteration subscripts
/// arrays of declared length by its iterator; the least such number. Nothing if
/// there is none.
std::optional<int64_t> extentTrips(const ir::Program &program, ir::NodeId loop);

} // namespace hocket::analysis
