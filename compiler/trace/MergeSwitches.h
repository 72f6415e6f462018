// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trace/Trace.h"

namespace hocket::trace {

/// Fills Core::away: when the core's thread was on no CPU, from the first to
/// the last event, as far as the core was in a region. \returns false, and
/// leaves the trace as it was, if the two have no thread in common at the same
/// time: the events are of another clock or another run.
bool mergeSwitches(const Switches &switches, Trace &trace);

} // namespace hocket::trace
