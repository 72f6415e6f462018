// SPDX-License-Identifier: Apache-2.0
//
// Directions in which a nest may be cut into tiles: no dependence points
// backwards along any of them. isl's scheduler finds them (Verdoolaege and
// Janssens, "Scheduling for PPCG", 2017; after Bondhugula et al., PLDI 2008).
#pragma once

#include "transformation/nest/Tiles.h"
#include "transformation/order/Dependences.h"

#include <vector>

namespace hocket::transformation {

/// Of all units together, outermost first, not cut yet: those before the first
/// one, if any, that is not linear in the iterators alone.
std::vector<TileDirection> permutableBand(NestModel &model,
                                          const Dependences &dependences);

} // namespace hocket::transformation
