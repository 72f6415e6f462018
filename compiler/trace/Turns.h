// SPDX-License-Identifier: Apache-2.0
//
// Cores that took turns on one thread: what stands as a wait was then in part a
// wait for the thread.
#pragma once

#include "trace/Trace.h"

namespace hocket::trace {

/// Groups of two cores or more that were the same thread at the same time, each
/// by number, the groups by their first core. A core is in one group at most.
std::vector<std::vector<std::size_t>> coresInTurns(const Trace &trace);

} // namespace hocket::trace
