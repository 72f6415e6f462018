// SPDX-License-Identifier: Apache-2.0
//
// Chips that nobody makes, of any number of cores: for tests, for experiments
// with many cores and for machines nobody has described.
#pragma once

#include "soc/SocSpec.h"

#include <optional>
#include <string_view>

namespace hocket::soc {

constexpr unsigned mostGenericCores = 1024;

/// The N of `generic-N`, from 1 to mostGenericCores; none for other names.
std::optional<unsigned> genericCores(std::string_view name);

/// Equal cores, as in soc-specs/generic-4.yaml, in clusters of four that each
/// have a clock.
SocSpec genericChip(unsigned cores);

} // namespace hocket::soc
