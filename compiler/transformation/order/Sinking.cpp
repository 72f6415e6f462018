// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/Sinking.h"

#include "support/Policy.h"

#include <algorithm>
#include <functional>

namespace hocket::transformation {

namespace {

bool holdsLoop(const Order &order) {
  return order.isLoop() ||
         std::any_of(order.children.begin(), order.children.end(), holdsLoop);
}

/// Moved inwards before: what it was moved into stays around it.
bool holdsPiece(const Order &order) {
  return order.kind == Order::Kind::Piece ||
         std::any_of(order.children.begin(), order.children.end(), holdsPiece);
}

std::size_t countParts(const Order &order) {
  if (order.kind == Order::Kind::Unit)
    return 1;
  std::size_t parts = 0;
  for (const Order &child : order.children)
    parts += countParts(child);
  return parts;
}

/// The loop's pieces innermost around each unit.
Order withInside(const Order &order, ir::NodeId loop, int64_t size) {
  if (order.kind == Order::Kind::Unit)
    return {Order::Kind::Piece, loop, 0, size, {order}};
  Order result = order;
  for (Order &child : result.children)
    child = withInside(child, loop, size);
  return result;
}

/// Cores divide the outermost loop: by pieces, if that is what is cut.
int64_t pieceOf(const Nest &nest, ir::NodeId loop) {
  return loop == nest.root ? policy.transform.outerTile : policy.transform.tile;
}

Order sunk(const Nest &nest, const Order &body, ir::NodeId loop) {
  int64_t size = pieceOf(nest, loop);
  return {Order::Kind::Pieces, loop, 0, size, {withInside(body, loop, size)}};
}

void loopsIn(const Order &order, std::vector<ir::NodeId> &loops) {
  if (order.isLoop())
    loops.push_back(order.loop);
  for (const Order &child : order.children)
    loopsIn(child, loops);
}

void unitsIn(const Order &order, std::vector<std::size_t> &units) {
  if (order.kind == Order::Kind::Unit)
    units.push_back(order.unit);
  for (const Order &child : order.children)
    unitsIn(child, units);
}

/// A loop is divided over several that follow each other: the scalars of its
/// iterations, and of those inside, stay within one of them.
bool keepsScalars(const Nest &nest, ir::NodeId loop,
                  const std::vector<Order> &parts) {
  for (const OwnScalar &scalar : nest.scalars) {
    const std::vector<ir::NodeId> &loops =
        nest.units[scalar.units.front()].loops;
    auto here = std::find(loops.begin(), loops.end(), loop);
    if (std::find(here, loops.end(), scalar.loop) == loops.end())
      continue; // of no such loop
    auto usesIt = [&](const Order &part) {
      std::vector<std::size_t> units;
      unitsIn(part, units);
      return std::any_of(units.begin(), units.end(), [&](std::size_t unit) {
        return std::find(scalar.units.begin(), scalar.units.end(), unit) !=
               scalar.units.end();
      });
    };
    if (std::count_if(parts.begin(), parts.end(), usesIt) > 1)
      return false;
  }
  return true;
}

/// Scalars of the units that are divided need an element for each iteration.
/// Nothing if that does not suffice: others use them, too, or they have one
/// already.
std::optional<std::vector<Expanded>> expandedBy(const Nest &nest,
                                                const Reordered &from,
                                                const Order &body,
                                                ir::NodeId loop) {
  std::vector<std::size_t> units;
  unitsIn(body, units);
  auto isInside = [&](std::size_t unit) {
    return std::find(units.begin(), units.end(), unit) != units.end();
  };
  std::vector<Expanded> result = from.expanded;
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
    bool hasElements =
        std::any_of(from.expanded.begin(), from.expanded.end(),
                    [&](const Expanded &one) { return one.scalar == s; });
    if (hasElements ||
        !std::all_of(scalar.units.begin(), scalar.units.end(), isInside))
      return std::nullopt;
    result.push_back({s, loop, pieceOf(nest, loop)});
  }
  return result;
}

class Candidates {
public:
  Candidates(const Nest &nest, const Reordered &from)
      : nest_(nest), from_(from) {}

  std::vector<Reordered> run() {
    visit(from_.order, [](Order changed) { return changed; });
    return std::move(result_);
  }

private:
  using Rebuild = std::function<Order(Order)>;

  void add(const Order &body, ir::NodeId loop, Order order) {
    std::optional<std::vector<Expanded>> expanded =
        expandedBy(nest_, from_, body, loop);
    if (!expanded)
      return;
    Reordered one{std::move(order), from_.sunk, std::move(*expanded)};
    one.sunk.push_back({loop, countParts(body), pieceOf(nest_, loop), {}});
    loopsIn(body, one.sunk.back().into);
    result_.push_back(std::move(one));
  }

  /// Inner loops first: of orders that are as good, those that leave outer
  /// loops alone come first.
  void visit(const Order &order, const Rebuild &rebuild) {
    for (std::size_t k = 0; k < order.children.size(); ++k)
      visit(order.children[k], [&](Order changed) {
        Order copy = order;
        copy.children[k] = std::move(changed);
        return rebuild(std::move(copy));
      });
    if (order.kind == Order::Kind::Whole && holdsLoop(order.children.front())) {
      const Order &body = order.children.front();
      if (!holdsPiece(body))
        add(body, order.loop, rebuild(sunk(nest_, body, order.loop)));
      if (body.kind == Order::Kind::Sequence && body.children.size() > 1)
        for (std::size_t k = 0; k < body.children.size(); ++k)
          if (holdsLoop(body.children[k]) && !holdsPiece(body.children[k]))
            addAlone(order, k, rebuild);
    }
  }

  void addAlone(const Order &loop, std::size_t position,
                const Rebuild &rebuild) {
    Order divided = sunkAlone(loop, position);
    if (keepsScalars(nest_, loop.loop, divided.children))
      add(loop.children.front().children[position], loop.loop,
          rebuild(std::move(divided)));
  }

  /// Loops over what comes before and after stay as they are.
  Order sunkAlone(const Order &loop, std::size_t position) const {
    const std::vector<Order> &parts = loop.children.front().children;
    auto at = parts.begin() + std::ptrdiff_t(position);
    Order result;
    auto addRest = [&](std::vector<Order> rest) {
      if (rest.empty())
        return;
      Order body;
      body.children = std::move(rest);
      result.children.push_back(
          {Order::Kind::Whole, loop.loop, 0, 0, {std::move(body)}});
    };
    addRest({parts.begin(), at});
    result.children.push_back(sunk(nest_, *at, loop.loop));
    addRest({at + 1, parts.end()});
    return result;
  }

  const Nest &nest_;
  const Reordered &from_;
  std::vector<Reordered> result_;
};

} // namespace

std::vector<Reordered> sinkings(const Nest &nest, const Reordered &from) {
  return Candidates(nest, from).run();
}

} // namespace hocket::transformation
