// SPDX-License-Identifier: Apache-2.0
//
// Pieces of a sunk loop around the whole nest: where the outermost loop carries
// dependences and iterations of the sunk one need nothing of each other, cores
// divide its pieces once, and need not meet in each iteration of the outermost
// loop. What a piece touches stays in a cache.
#pragma once

#include "transformation/order/Dependences.h"

#include <optional>

namespace hocket::transformation {

/// `from` with the first pieces below its outermost loops around these.
/// Nothing: there are none, or other parts of the nest beside them.
std::optional<Reordered> withPiecesOutermost(const Nest &nest,
                                             const Reordered &from);

/// No two runs that have to keep their order are in different iterations of the
/// order's outermost loop.
bool isOutermostIndependent(NestModel &model, const Dependences &dependences,
                            const Order &order);

} // namespace hocket::transformation
