// SPDX-License-Identifier: Apache-2.0
//
// When runs come in a nest that is cut into tiles: the number of the tile, and
// the time in it.
#pragma once

#include "transformation/nest/Tiles.h"
#include "transformation/order/Placement.h"

#include <vector>

namespace hocket::transformation {

/// The times of `inside`, with those of tiles in front.
/// \param inside of all units; not used if tiles have an order of their own
std::vector<Placement> tiledPlacements(NestModel &model, const Tiles &tiles,
                                       std::vector<Placement> inside);

/// Positions in times of loops whose iterations are independent, while those
/// around them stand still.
std::vector<unsigned> independentIn(const Tiles &tiles);

} // namespace hocket::transformation
