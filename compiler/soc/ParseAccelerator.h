// SPDX-License-Identifier: Apache-2.0
//
// The part of a SoC spec that says what runs tasks beside the cores.
#pragma once

#include "soc/SocSpec.h"
#include "soc/YamlValue.h"

#include <vector>

namespace hocket::soc {

/// One of `accelerators`; those before it and the clusters are in `spec`.
Accelerator parseAccelerator(const YamlValue &item, const SocSpec &spec,
                             std::vector<SpecError> &errors);

} // namespace hocket::soc
