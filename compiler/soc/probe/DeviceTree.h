// SPDX-License-Identifier: Apache-2.0
//
// What the device tree tells of processors that sysfs does not: voltages of
// operating points, switched capacitance, both times of idle states. Nothing
// where there is no tree, as on PCs and in containers, or where it says
// something of a form that is not understood.
//
// Formats: Documentation/devicetree/bindings/{arm/cpus,cpu/idle-states,
// opp/opp-v2}.yaml in the Linux sources.
#pragma once

#include "soc/SocSpec.h"
#include "soc/probe/SysFiles.h"

#include <vector>

namespace hocket::soc {

/// Of the processor, its dynamic-power-coefficient; 0: not told.
double capacitancePf(const SysFiles &at, unsigned cpu);

/// Gives all points the voltage that the processor's table has for them, if it
/// has one for each.
void addVoltages(const SysFiles &at, unsigned cpu,
                 std::vector<OperatingPoint> &points);

/// The kernel gives out the sum of an idle state's times: here they are apart.
void refineIdle(const SysFiles &at, IdleState &state);

} // namespace hocket::soc
