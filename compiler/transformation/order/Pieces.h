// SPDX-License-Identifier: Apache-2.0
//
// A loop cut into pieces whose iterations run innermost around each part of its
// body, and the scalars that get elements for it.
#pragma once

#include "transformation/nest/Nest.h"

#include <optional>
#include <vector>

namespace hocket::transformation {

/// Units in the tree, in order.
std::vector<std::size_t> unitsIn(const Order &order);

/// A jam is at the tree's root or below.
bool holdsJam(const Order &order);

/// Below the tree's root is a loop that is no jam.
bool holdsOtherLoop(const Order &order);

/// The loop's pieces around `body`, and the iterations of one innermost around
/// each unit.
Order cutAround(const Order &body, ir::NodeId loop, int64_t size);

/// The loop jammed into one inside it: its jams are innermost around the units
/// in `jammedInto` alone, and around the innermost loops of the others, or
/// around these.
/// \param offset of the jams, see Order
Order jamInto(const Order &loop, int64_t offset,
              const std::vector<std::size_t> &jammedInto);

/// Scalars of the units in `body`, over which the loop is distributed, need an
/// element for each iteration of a piece.
/// \returns those that `before` has and these; nothing if others use the
/// scalars, too.
std::optional<std::vector<Expanded>>
expandedBy(const Nest &nest, const std::vector<Expanded> &before,
           const Order &body, ir::NodeId loop, int64_t size);

} // namespace hocket::transformation
