// SPDX-License-Identifier: Apache-2.0
//
// Candidates in tiles, for nests whose outermost loop carries dependences: what
// a tile needs stays in a cache while it runs, and tiles that need nothing of
// each other are for the cores. Time steps of stencils are cut together (time
// skewing; Wonnacott, "Achieving scalable locality with time skewing", IJPP
// 2002); factorizations by blocks of all three loops.
#pragma once

#include "transformation/order/Dependences.h"
#include "transformation/order/Traffic.h"

#include <map>
#include <vector>

namespace hocket::transformation {

/// Asked before dependences are known, which take long: what tiles would keep
/// in a cache is used again. Else there are no tilings.
/// \param isAlways as for `tilings`
bool mayGainFromTiles(const Nest &nest, const std::vector<Traffic> &traffic,
                      const std::map<ir::NodeId, int64_t> &trips,
                      bool isAlways);

/// Each with loops over tiles that are independent, best first. Whether runs
/// keep their order inside tiles is for the caller to ask.
/// \param now the best order without tiles, that of the runs of a tile
/// \param isAlways in tiles of a few iterations, for tests
std::vector<Reordered> tilings(NestModel &model, const Dependences &dependences,
                               const std::vector<Traffic> &traffic,
                               const std::map<ir::NodeId, int64_t> &trips,
                               const Reordered &now, bool isAlways);

} // namespace hocket::transformation
