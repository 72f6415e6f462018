// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/Tiling.h"

#include "support/Policy.h"
#include "transformation/order/Band.h"
#include "transformation/order/TiledTimes.h"
#include "transformation/order/Times.h"

#include <algorithm>
#include <cstdlib>

namespace hocket::transformation {

using ir::NodeId;

namespace {

constexpr TransformPolicy limits = policy.transform;

/// What there is to gain.
class Reuse {
public:
  Reuse(const Nest &nest, const std::vector<Traffic> &traffic,
        const std::map<NodeId, int64_t> &trips)
      : nest_(nest), traffic_(traffic), trips_(trips) {}

  /// What most runs touch is touched again, by runs of a loop further out.
  bool reusesMuch() const {
    for (std::size_t unit = 0; unit < traffic_.size(); ++unit) {
      const Traffic &traffic = traffic_[unit];
      if (!isHeavy(unit))
        continue;
      if (nest_.units[unit].loops.size() < 3 || traffic.isIrregular ||
          traffic.hasControl || traffic.touches.empty() || hasShortLoop(unit))
        return false;
      for (const Touch &touch : traffic.touches)
        if (std::none_of(touch.strides.begin(), touch.strides.end(),
                         [](const Stride &one) { return one.isNone(); }))
          return false;
    }
    return true;
  }

private:
  bool isHeavy(std::size_t unit) const {
    double most = 0;
    for (const Traffic &one : traffic_)
      most = std::max(most, one.runs);
    return traffic_[unit].runs * limits.heavyShare >= most;
  }

  bool hasShortLoop(std::size_t unit) const {
    const std::vector<NodeId> &loops = nest_.units[unit].loops;
    return std::any_of(loops.begin(), loops.end(), [&](NodeId loop) {
      auto known = trips_.find(loop);
      return known != trips_.end() &&
             known->second <
                 (loop == nest_.root ? limits.leastSteps : limits.leastTiled);
    });
  }

  const Nest &nest_;
  const std::vector<Traffic> &traffic_;
  const std::map<NodeId, int64_t> &trips_;
};

class Candidates {
public:
  Candidates(NestModel &model, const Dependences &dependences,
             const std::vector<Traffic> &traffic,
             const std::map<NodeId, int64_t> &trips, const Reordered &now,
             bool isAlways)
      : model_(model), nest_(model.nest()), dependences_(dependences),
        traffic_(traffic), trips_(trips), now_(now), isAlways_(isAlways) {}

  std::vector<Reordered> run() {
    if (!mayGainFromTiles(nest_, traffic_, trips_, isAlways_))
      return {};
    if (isParallel(model_, dependences_, nest_.root))
      return {};
    band_ = permutableBand(model_, dependences_);
    if (band_.size() < 2)
      return {};
    std::vector<Reordered> result;
    auto consider = [&](Tiles tiles) {
      if (tiles.directions.empty())
        return;
      if (Reordered one = reordered(std::move(tiles)); areIndependent(one))
        result.push_back(std::move(one));
    };
    // Any direction may be the one that goes ahead; mostly it is the last.
    for (std::size_t at = band_.size(); at-- > 0 && result.empty();)
      consider(levels(at));
    if (result.empty())
      consider(wavefront());
    return result;
  }

private:
  // Tiles.

  bool isIterator(const LinearForm &form) const {
    return std::count(form.coefficients.begin(), form.coefficients.end(), 1) ==
               1 &&
           std::count(form.coefficients.begin(), form.coefficients.end(), 0) +
                   1 ==
               std::ptrdiff_t(form.coefficients.size());
  }

  /// What comes before or after a sum has one place along it.
  static bool isConstant(const LinearForm &form) {
    return std::all_of(form.coefficients.begin(), form.coefficients.end(),
                       [](int64_t one) { return one == 0; });
  }

  /// Blocks of all directions; nothing: they are not iterators.
  /// \param first the direction that goes ahead
  Tiles levels(std::size_t first) const {
    Tiles result{TileOrder::Levels, band_, {}};
    auto ahead = result.directions.begin() + std::ptrdiff_t(first);
    std::rotate(result.directions.begin(), ahead, ahead + 1);
    if (band_.size() > limits.mostLevels || (band_.size() < 3 && !isAlways_))
      return {};
    for (TileDirection &direction : result.directions) {
      if (!std::all_of(direction.forms.begin(), direction.forms.end(),
                       [this](const LinearForm &form) {
                         return isIterator(form) || isConstant(form);
                       }))
        return {};
      direction.size = isAlways_ ? limits.smallTile : limits.block;
      // isl may shift units against each other, though blocks need it not:
      // whether they do is asked of the order as a whole.
      for (LinearForm &form : direction.forms)
        if (isIterator(form))
          form.constant = 0;
    }
    if (std::optional<std::vector<std::size_t>> inside =
            bestInside(result.directions))
      result.inside = std::move(*inside);
    return result;
  }

  Tiles wavefront() const {
    Tiles result{TileOrder::Wavefront, band_, {}};
    std::vector<TileDirection> &directions = result.directions;
    const bool isDeep = directions.size() > 3;
    for (std::size_t at = 0; at < directions.size(); ++at)
      directions[at].size = isAlways_ ? limits.smallTile
                            : isDeep  ? limits.deepTile / (at == 0 ? 2 : 1)
                            : at == 0 ? limits.steps
                                      : limits.rows;
    // Rows stay whole: it is along them that there are vectors.
    if (directions.size() > 2)
      directions.back().size = 0;
    return result;
  }

  /// The directions in the order in which the innermost one is best; nothing:
  /// they do not tell all runs apart.
  std::optional<std::vector<std::size_t>>
  bestInside(const std::vector<TileDirection> &directions) const {
    std::vector<double> cost(directions.size());
    for (std::size_t unit = 0; unit < nest_.units.size(); ++unit) {
      std::vector<char> isCovered(nest_.units[unit].loops.size());
      for (std::size_t at = 0; at < directions.size(); ++at) {
        if (isConstant(directions[at].forms[unit]))
          continue;
        std::size_t loop = loopOf(directions[at].forms[unit]);
        isCovered[loop] = true;
        cost[at] += innermostCost(unit, loop);
      }
      if (std::count(isCovered.begin(), isCovered.end(), 0) != 0)
        return std::nullopt;
    }
    std::size_t innermost =
        std::size_t(std::min_element(cost.begin(), cost.end()) - cost.begin());
    std::vector<std::size_t> result;
    for (std::size_t at = 0; at < directions.size(); ++at)
      if (at != innermost)
        result.push_back(at);
    result.push_back(innermost);
    return result;
  }

  static std::size_t loopOf(const LinearForm &form) {
    return std::size_t(
        std::find(form.coefficients.begin(), form.coefficients.end(), 1) -
        form.coefficients.begin());
  }

  double innermostCost(std::size_t unit, std::size_t loop) const {
    const Traffic &traffic = traffic_[unit];
    bool isVector = traffic.mayBeVector(loop);
    double cost = 0;
    for (const Touch &touch : traffic.touches) {
      const Stride &stride = touch.strides[loop];
      double lines =
          stride.isKnown
              ? std::min(1.0, double(std::abs(stride.bytes)) / limits.lineBytes)
              : 1;
      cost += lines * limits.lineCost;
      isVector &= lines < 1;
    }
    return traffic.runs * (cost + (traffic.waits(loop) ? limits.chainCost
                                   : isVector          ? limits.vectorCost
                                                       : 1));
  }

  // What may be had.

  Reordered reordered(Tiles tiles) const {
    Reordered result = now_;
    result.order = {Order::Kind::Tiles, NodeId::None,    0, 0,
                    {now_.order},       std::move(tiles)};
    result.leastTrips = {{nest_.root, limits.leastSteps}};
    for (NodeId loop : nest_.loops)
      if (loop != nest_.root)
        result.leastTrips.push_back({loop, limits.leastTiled});
    return result;
  }

  /// No two runs that have to keep their order are in different iterations of
  /// such a loop, in the same ones of those around it.
  bool areIndependent(const Reordered &one) {
    std::vector<isl::map> times = timesOf(model_, one.order);
    std::vector<unsigned> loops = independentIn(*one.order.tiles);
    return std::all_of(
        dependences_.all.begin(), dependences_.all.end(),
        [&](const Dependence &d) {
          isl::map pairs = isl_ext::managed(
              d.pairs.ctx(),
              isl_map_apply_range(
                  isl_map_apply_domain(d.pairs.copy(), times[d.from].copy()),
                  times[d.to].copy()));
          unsigned at = 0;
          for (unsigned loop : loops) {
            for (; at < loop; ++at)
              pairs = equal(pairs, at);
            if (!pairs.is_subset(equal(pairs, loop)))
              return false;
          }
          return true;
        });
  }

  static isl::map equal(const isl::map &pairs, unsigned at) {
    return isl_ext::managed(pairs.ctx(),
                            isl_map_equate(pairs.copy(), isl_dim_in, int(at),
                                           isl_dim_out, int(at)));
  }

  NestModel &model_;
  const Nest &nest_;
  const Dependences &dependences_;
  const std::vector<Traffic> &traffic_;
  const std::map<NodeId, int64_t> &trips_;
  const Reordered &now_;
  const bool isAlways_;
  std::vector<TileDirection> band_;
};

} // namespace

bool mayGainFromTiles(const Nest &nest, const std::vector<Traffic> &traffic,
                      const std::map<NodeId, int64_t> &trips, bool isAlways) {
  // isl would distribute the loops over what sets a scalar and what reads it,
  // and loops over tiles are not asked whose their variables are.
  return nest.scalars.empty() &&
         (isAlways || Reuse(nest, traffic, trips).reusesMuch());
}

std::vector<Reordered> tilings(NestModel &model, const Dependences &dependences,
                               const std::vector<Traffic> &traffic,
                               const std::map<NodeId, int64_t> &trips,
                               const Reordered &now, bool isAlways) {
  return Candidates(model, dependences, traffic, trips, now, isAlways).run();
}

} // namespace hocket::transformation
