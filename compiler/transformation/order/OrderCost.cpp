// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/OrderCost.h"

#include "support/Policy.h"

#include <algorithm>

namespace hocket::transformation {

namespace {

constexpr TransformPolicy limits = policy.transform;

class Costs {
public:
  Costs(const Nest &nest, const std::vector<Traffic> &traffic,
        const std::map<ir::NodeId, int64_t> &trips, const Reordered &reordered)
      : nest_(nest), traffic_(traffic), trips_(trips), reordered_(reordered) {}

  double of(const Order &order) {
    if (order.kind == Order::Kind::Unit)
      return traffic_[order.unit].runs * perRun(order.unit);
    if (order.isLoop())
      around_.push_back(&order);
    double cost = 0;
    for (const Order &child : order.children)
      cost += of(child);
    if (order.isLoop())
      around_.pop_back();
    return cost;
  }

private:
  std::size_t positionOf(std::size_t unit, ir::NodeId loop) const {
    const std::vector<ir::NodeId> &loops = nest_.units[unit].loops;
    return std::size_t(std::find(loops.begin(), loops.end(), loop) -
                       loops.begin());
  }

  /// Iterations of the loop each time that it runs; nothing: many.
  std::optional<int64_t> tripsOf(const Order &loop) const {
    std::optional<int64_t> trips;
    if (auto known = trips_.find(loop.loop); known != trips_.end())
      trips = known->second;
    if (loop.kind == Order::Kind::Piece)
      trips = std::min(trips.value_or(loop.size), loop.size);
    return trips;
  }

  double perRun(std::size_t unit) const {
    const Traffic &traffic = traffic_[unit];
    if (around_.empty())
      return 1;
    const Order &innermost = *around_.back();
    std::size_t k = positionOf(unit, innermost.loop);
    std::optional<int64_t> trips = tripsOf(innermost);
    // Short chains overlap with those of the next iterations outside.
    bool isChain = traffic.waits(k) &&
                   trips.value_or(limits.longChain) >= limits.longChain;
    bool isVector = traffic.mayBeVector(k);
    double cost = elements(unit, innermost, isVector);
    for (const Touch &touch : traffic.touches) {
      isVector &= linesOf(touch.strides[k]) < 1;
      cost += linesOf(unit, touch, trips) * limits.lineCost;
    }
    return cost + (isChain    ? limits.chainCost
                   : isVector ? limits.vectorCost
                              : 1);
  }

  /// To read or write scalars that have become elements. An element that is a
  /// pointer leads somewhere else in each iteration.
  double elements(std::size_t unit, const Order &innermost,
                  bool &isVector) const {
    double cost = 0;
    for (const Expanded &one : reordered_.expanded) {
      const OwnScalar &scalar = nest_.scalars[one.scalar];
      if (one.loop != innermost.loop ||
          std::find(scalar.units.begin(), scalar.units.end(), unit) ==
              scalar.units.end())
        continue;
      isVector &= !scalar.isPointer;
      cost += scalar.isPointer ? limits.pointerCost : limits.elementCost;
    }
    return cost;
  }

  /// Of a loop that is short enough, the next iteration of the loop around
  /// finds the lines still there. Pieces are cut to walk along memory.
  double linesOf(std::size_t unit, const Touch &touch,
                 std::optional<int64_t> trips) const {
    const Order &innermost = *around_.back();
    double lines = linesOf(touch.strides[positionOf(unit, innermost.loop)]);
    if (!trips || *trips > limits.shortTrips ||
        innermost.kind == Order::Kind::Piece)
      return lines;
    for (auto loop = around_.rbegin(); loop != around_.rend(); ++loop)
      if ((*loop)->loop != innermost.loop)
        return std::min(
            lines, linesOf(touch.strides[positionOf(unit, (*loop)->loop)]));
    return lines;
  }

  static double linesOf(const Stride &stride) {
    if (!stride.isKnown)
      return 1;
    return std::min(1.0, double(std::abs(stride.bytes)) / limits.lineBytes);
  }

  const Nest &nest_;
  const std::vector<Traffic> &traffic_;
  const std::map<ir::NodeId, int64_t> &trips_;
  const Reordered &reordered_;
  std::vector<const Order *> around_;
};

} // namespace

double costOf(const Nest &nest, const std::vector<Traffic> &traffic,
              const std::map<ir::NodeId, int64_t> &trips,
              const Reordered &reordered) {
  return Costs(nest, traffic, trips, reordered).of(reordered.order);
}

} // namespace hocket::transformation
