// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/engine/State.h"

namespace hocket::simulation {

/// What the cores did, as the trace of a program: tasks of the schedule by
/// their names, other work by the names of its threads.
trace::Trace traceOf(const State &state, const std::string &name);

} // namespace hocket::simulation
