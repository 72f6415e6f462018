// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/Pieces.h"

#include <algorithm>

namespace hocket::transformation {

namespace {

void addUnits(const Order &order, std::vector<std::size_t> &units) {
  if (order.kind == Order::Kind::Unit)
    units.push_back(order.unit);
  for (const Order &child : order.children)
    addUnits(child, units);
}

struct JammedLoop {
  ir::NodeId loop = ir::NodeId::None;
  int64_t offset = 0; ///< of its pieces
};

Order withInside(const Order &order, ir::NodeId loop, int64_t size) {
  if (order.kind == Order::Kind::Unit)
    return {Order::Kind::Piece, loop, 0, size, {order}};
  Order result = order;
  for (Order &child : result.children)
    child = withInside(child, loop, size);
  return result;
}

Order withJam(const Order &order, const JammedLoop &loop,
              const std::vector<std::size_t> &jammedInto) {
  const int64_t size = policy.transform.jam;
  bool isOther = order.isLoop() && !order.isJam() && !holdsOtherLoop(order) &&
                 unitsIn(order) != jammedInto;
  if (isOther || order.kind == Order::Kind::Unit)
    return {Order::Kind::Piece, loop.loop, 0, size, {order}, {}, loop.offset};
  Order result = order;
  for (Order &child : result.children)
    child = withJam(child, loop, jammedInto);
  return result;
}

} // namespace

bool holdsJam(const Order &order) {
  return order.isJam() ||
         std::any_of(order.children.begin(), order.children.end(), holdsJam);
}

bool holdsOtherLoop(const Order &order) {
  return std::any_of(
      order.children.begin(), order.children.end(), [](const Order &child) {
        return (child.isLoop() && !child.isJam()) || holdsOtherLoop(child);
      });
}

Order jamInto(const Order &loop, int64_t offset,
              const std::vector<std::size_t> &jammedInto) {
  return {
      Order::Kind::Pieces,
      loop.loop,
      jammedInto.front(),
      policy.transform.jam,
      {withJam(loop.children.front(), {loop.loop, offset}, jammedInto), loop},
      {},
      offset};
}

std::vector<std::size_t> unitsIn(const Order &order) {
  std::vector<std::size_t> result;
  addUnits(order, result);
  return result;
}

Order cutAround(const Order &body, ir::NodeId loop, int64_t size) {
  return {Order::Kind::Pieces, loop, 0, size, {withInside(body, loop, size)}};
}

std::optional<std::vector<Expanded>>
expandedBy(const Nest &nest, const std::vector<Expanded> &before,
           const Order &body, ir::NodeId loop, int64_t size) {
  std::vector<std::size_t> units = unitsIn(body);
  auto isInside = [&](std::size_t unit) {
    return std::find(units.begin(), units.end(), unit) != units.end();
  };
  std::vector<Expanded> result = before;
  for (std::size_t s = 0; s < nest.scalars.size(); ++s) {
    const OwnScalar &scalar = nest.scalars[s];
    const std::vector<ir::NodeId> &loops =
        nest.units[scalar.units.front()].loops;
    auto home = std::find(loops.begin(), loops.end(), scalar.loop);
    auto here = std::find(loops.begin(), loops.end(), loop);
    // Of an iteration of a loop around this one it stays a scalar.
    if (here == loops.end() || home < here ||
        std::none_of(scalar.units.begin(), scalar.units.end(), isInside))
      continue;
    if (!std::all_of(scalar.units.begin(), scalar.units.end(), isInside))
      return std::nullopt;
    result.push_back({s, loop, size});
  }
  return result;
}

} // namespace hocket::transformation
