// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/OrderCost.h"

#include "support/Policy.h"

#include <algorithm>

namespace hocket::transformation {

namespace {

constexpr TransformPolicy limits = policy.transform;

class Costs {
public:
  Costs(const Nest &nest, const std::vector<Traffic> &traffic)
      : nest_(nest), traffic_(traffic) {}

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

  double perRun(std::size_t unit) const {
    const Traffic &traffic = traffic_[unit];
    if (around_.empty())
      return 1;
    const Order &innermost = *around_.back();
    std::size_t k = positionOf(unit, innermost.loop);
    bool isVector = !traffic.callsFunctions && !traffic.isChain[k];
    double cost = 0;
    for (const Touch &touch : traffic.touches) {
      double lines = linesOf(touch.strides[k]);
      isVector &= lines < 1;
      // A piece of a row that stays the same while the loop around runs.
      if (innermost.kind == Order::Kind::Piece && around_.size() >= 2 &&
          around_[around_.size() - 2]->loop != innermost.loop &&
          touch.strides[positionOf(unit, around_[around_.size() - 2]->loop)]
              .isNone())
        lines = 0;
      cost += lines * limits.lineCost;
    }
    return cost + (traffic.isChain[k] ? limits.chainCost
                   : isVector         ? limits.vectorCost
                                      : 1);
  }

  double linesOf(const Stride &stride) const {
    if (!stride.isKnown)
      return 1;
    return std::min(1.0, double(std::abs(stride.bytes)) / limits.lineBytes);
  }

  const Nest &nest_;
  const std::vector<Traffic> &traffic_;
  std::vector<const Order *> around_;
};

} // namespace

double costOf(const Nest &nest, const std::vector<Traffic> &traffic,
              const Order &order) {
  return Costs(nest, traffic).of(order);
}

} // namespace hocket::transformation
