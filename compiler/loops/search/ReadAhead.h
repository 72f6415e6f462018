// SPDX-License-Identifier: Apache-2.0
//
// May a search read bytes that no object of it is known to hold, once the entry
// has found them readable? Only if they stay so while it runs. A thread of the
// program, or code that nobody knows, might give memory back to the system at
// any time; what the region itself does is looked at when it is formed
// (EntryCondition::isOfMapping).
#pragma once

#include "ir/Program.h"

namespace hocket::polyhedral {

/// All that runs is the program's own code, which is seen, and functions of the
/// C library that start no thread.
bool runsAlone(const ir::Program &program);

} // namespace hocket::polyhedral
