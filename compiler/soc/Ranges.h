// SPDX-License-Identifier: Apache-2.0
//
// What physical figures of a spec may be.
#pragma once

#include "soc/Fields.h"

#include <cmath>
#include <cstdint>

namespace hocket::soc {

constexpr Range microseconds{0, 1e7, "us"};
constexpr Range nanoseconds{0, 1e9, "ns"};
constexpr Range milliwatts{0, 1e6, "mW"};
constexpr Range microjoules{0, 1e9, "uJ"};
constexpr Range bytesEachNs{1e-6, 1e6, "bytes per ns"};
constexpr Range megahertz{0.001, 1e5, "MHz"};

/// As hertz, which are whole.
inline uint64_t hertz(double mhz) { return uint64_t(std::llround(mhz * 1e6)); }

} // namespace hocket::soc
