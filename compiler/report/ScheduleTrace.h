// SPDX-License-Identifier: Apache-2.0
//
// A schedule as the trace of a run that keeps to it, so that what shows traces
// shows schedules: `hocket trace`, Perfetto, the drawing of profiles.
#pragma once

#include "power/Plan.h"
#include "scheduling/Problem.h"
#include "trace/Trace.h"

#include <string>

namespace hocket::report {

/// One region, which all cores are in from the first to the last task; each
/// core is in its tasks and, before one, in the wait for what arrives last.
trace::Trace traceOf(const scheduling::Problem &problem,
                     const scheduling::Schedule &schedule,
                     const std::string &name);

/// Adds the clocks of a power plan, and where it has cores asleep. The trace is
/// that of the schedule with the plan's placements and makespan.
void addPlan(const power::ChipPower &chip, const power::Plan &plan,
             trace::Trace &trace);

/// In the trace event format, as libhocket writes it; docs/runtime/traces.md.
std::string traceEvents(const trace::Trace &trace);

} // namespace hocket::report
