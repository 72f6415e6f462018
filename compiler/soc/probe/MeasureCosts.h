// SPDX-License-Identifier: Apache-2.0
//
// What no kernel tells: how long cores of this machine take to reach each other.
#pragma once

#include "soc/SocSpec.h"

namespace hocket::soc {

/// Measures between two cores of a cluster, and between two clusters, how long a
/// signal takes and how much data goes over, and puts that into the costs of
/// `host`, a spec of this machine. Takes some tenths of a second. What cannot be
/// measured - with one core, or where threads cannot be placed - stays.
void measureCosts(SocSpec &host);

} // namespace hocket::soc
