// SPDX-License-Identifier: Apache-2.0
//
// The kernel's Energy Model: what a core draws at each of its clocks, as far as
// the kernel knows, in watts and not on a scale of its own. In debugfs, so for
// root alone.
//
// Format: kernel/power/energy_model.c in the Linux sources; since 5.19 with
// `flags`, before that with `units`.
#pragma once

#include "soc/SocSpec.h"
#include "soc/probe/SysFiles.h"

#include <vector>

namespace hocket::soc {

/// Gives all points the power that the model of this processor's clock has for
/// them, if it has one for each.
void addPower(const SysFiles &at, unsigned cpu,
              std::vector<OperatingPoint> &points);

} // namespace hocket::soc
