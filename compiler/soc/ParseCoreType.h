// SPDX-License-Identifier: Apache-2.0
//
// The part of a SoC spec that says what a kind of cores is.
#pragma once

#include "soc/SocSpec.h"
#include "soc/YamlValue.h"

#include <vector>

namespace hocket::soc {

/// One of `core-types`.
/// \param others those before it.
CoreType parseCoreType(const YamlValue &item,
                       const std::vector<CoreType> &others,
                       std::vector<SpecError> &errors);

} // namespace hocket::soc
