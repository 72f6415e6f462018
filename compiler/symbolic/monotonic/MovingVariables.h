// SPDX-License-Identifier: Apache-2.0
//
// Whether following monotonic indices can find anything: it takes long.
#pragma once

#include "symbolic/monotonic/MonotonicVariables.h"

namespace hocket::polyhedral {

/// Some variable gets from one value to the next in a way that no counted loop
/// has: else there is nothing to be found that plain values do not say.
bool someMove(AffineModel &model, const MonotonicVariables &variables,
              ir::NodeId region);

} // namespace hocket::polyhedral
