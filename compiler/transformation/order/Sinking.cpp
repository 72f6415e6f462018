// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/Sinking.h"

#include "support/Policy.h"
#include "transformation/order/Pieces.h"

#include <algorithm>
#include <functional>
#include <set>

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

/// Cores divide the outermost loop: by pieces, if that is what is cut.
int64_t pieceOf(const Nest &nest, ir::NodeId loop) {
  return loop == nest.root ? policy.transform.outerTile : policy.transform.tile;
}

Order sunk(const Nest &nest, const Order &body, ir::NodeId loop) {
  return cutAround(body, loop, pieceOf(nest, loop));
}

/// Too many of them for the nearest cache.
bool hasElementsTwice(const std::vector<Expanded> &expanded) {
  std::set<std::size_t> scalars;
  return !std::all_of(
      expanded.begin(), expanded.end(),
      [&](const Expanded &one) { return scalars.insert(one.scalar).second; });
}

void loopsIn(const Order &order, std::vector<ir::NodeId> &loops) {
  if (order.isLoop())
    loops.push_back(order.loop);
  for (const Order &child : order.children)
    loopsIn(child, loops);
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
      std::vector<std::size_t> units = unitsIn(part);
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
        expandedBy(nest_, from_.expanded, body, loop, pieceOf(nest_, loop));
    if (!expanded || hasElementsTwice(*expanded))
      return;
    Reordered one{std::move(order), from_.sunk, std::move(*expanded)};
    one.sunk.push_back({loop, unitsIn(body).size(), pieceOf(nest_, loop), {}});
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
