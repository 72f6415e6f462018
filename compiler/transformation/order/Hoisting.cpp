// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/Hoisting.h"

#include "support/Policy.h"
#include "transformation/order/Times.h"

#include <algorithm>

namespace hocket::transformation {

using ir::NodeId;

namespace {

/// Down to the first pieces, if nothing else is beside the way.
bool leadsToPieces(const Order &order) {
  if (order.kind == Order::Kind::Pieces)
    return !order.hasRest() && order.size > policy.transform.jam;
  return (order.kind == Order::Kind::Whole ||
          order.kind == Order::Kind::Sequence) &&
         order.children.size() == 1 && leadsToPieces(order.children.front());
}

/// Takes the pieces out of it: what they are around stands in their place.
NodeId takePieces(Order &order) {
  if (order.kind != Order::Kind::Pieces)
    return takePieces(order.children.front());
  const NodeId loop = order.loop;
  order = Order(order.children.front());
  return loop;
}

void resize(Order &order, NodeId loop, int64_t size) {
  if (order.kind == Order::Kind::Piece && order.loop == loop)
    order.size = size;
  for (Order &child : order.children)
    resize(child, loop, size);
}

bool holdsPieces(const Order &order, NodeId loop) {
  return (order.kind == Order::Kind::Pieces && order.loop == loop) ||
         std::any_of(
             order.children.begin(), order.children.end(),
             [&](const Order &child) { return holdsPieces(child, loop); });
}

} // namespace

std::optional<Reordered> withPiecesOutermost(const Nest &nest,
                                             const Reordered &from) {
  if (from.order.kind == Order::Kind::Pieces || !leadsToPieces(from.order))
    return std::nullopt;
  Reordered result = from;
  const NodeId loop = takePieces(result.order);
  const bool hasAllRuns =
      std::all_of(nest.units.begin(), nest.units.end(), [&](const Unit &unit) {
        return std::find(unit.loops.begin(), unit.loops.end(), loop) !=
               unit.loops.end();
      });
  if (!hasAllRuns || holdsPieces(result.order, loop))
    return std::nullopt;
  const int64_t size = policy.transform.outerTile;
  resize(result.order, loop, size);
  result.order = {Order::Kind::Pieces,   loop, 0, size,
                  {Order(result.order)}, {}};
  for (Expanded &one : result.expanded)
    if (one.loop == loop)
      one.size = size;
  for (Sunk &one : result.sunk)
    if (one.loop == loop) {
      one.size = size;
      one.isOutermost = true;
    }
  return result;
}

bool isOutermostIndependent(NestModel &model, const Dependences &dependences,
                            const Order &order) {
  std::vector<isl::map> times = timesOf(model, order);
  return std::all_of(
      dependences.all.begin(), dependences.all.end(), [&](const Dependence &d) {
        isl::map pairs = isl_ext::managed(
            d.pairs.ctx(),
            isl_map_apply_range(
                isl_map_apply_domain(d.pairs.copy(), times[d.from].copy()),
                times[d.to].copy()));
        return pairs.is_subset(isl_ext::managed(
            pairs.ctx(),
            isl_map_equate(pairs.copy(), isl_dim_in, 0, isl_dim_out, 0)));
      });
}

} // namespace hocket::transformation
