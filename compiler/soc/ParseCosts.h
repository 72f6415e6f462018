// SPDX-License-Identifier: Apache-2.0
//
// The part of a SoC spec that says what working together costs.
#pragma once

#include "soc/SocSpec.h"
#include "soc/YamlValue.h"

#include <vector>

namespace hocket::soc {

/// The `costs` of a chip with these clusters.
Costs parseCosts(const YamlValue &item, const std::vector<Cluster> &clusters,
                 std::vector<SpecError> &errors);

} // namespace hocket::soc
