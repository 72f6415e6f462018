// SPDX-License-Identifier: Apache-2.0
//
// The part of a SoC spec that says who shares a clock, and at which points it
// runs.
#pragma once

#include "soc/SocSpec.h"
#include "soc/YamlValue.h"

#include <vector>

namespace hocket::soc {

/// One of `frequency-domains`; those before it and the voltage domains are in
/// `spec`.
FrequencyDomain parseDomain(const YamlValue &item, const SocSpec &spec,
                            std::vector<SpecError> &errors);

} // namespace hocket::soc
