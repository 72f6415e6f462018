// SPDX-License-Identifier: Apache-2.0
//
// The part of a SoC spec that says how programs set a clock.
#pragma once

#include "soc/SocSpec.h"
#include "soc/YamlValue.h"

#include <vector>

namespace hocket::soc {

/// The `power` of a frequency domain with so many operating points.
PowerControl parsePower(const YamlValue &item, size_t points,
                        std::vector<SpecError> &errors);

} // namespace hocket::soc
