// SPDX-License-Identifier: Apache-2.0
#include "power/search/FewChanges.h"

#include <algorithm>
#include <limits>

namespace hocket::power {

namespace {

class Chain {
public:
  Chain(const ChipPower &chip, const Network &network, const StepCosts &costs,
        const std::vector<double> &prices, uint32_t domain)
      : chip_(chip), domain_(chip.domains[domain]), network_(network),
        costs_(costs), prices_(prices) {
    for (uint32_t step : network.chains[domain])
      if (!network.steps[step].parts.empty())
        steps_.push_back(step);
  }

  /// Of steps that nothing runs in, the points do not matter.
  void solve(std::vector<Mix> &mixes) {
    size_t points = domain_.hertz.size();
    std::vector<double> cost(points, endless);
    cost[domain_.highest()] = 0;
    std::vector<std::vector<uint32_t>> cameFrom;
    for (uint32_t step : steps_) {
      std::vector<double> next(points, endless);
      std::vector<uint32_t> &from = cameFrom.emplace_back(points);
      for (uint32_t to = 0; to < points; ++to) {
        const Choice &choice = costs_.choices[step][to];
        if (choice.ns < 0)
          continue;
        for (uint32_t point = 0; point < points; ++point) {
          double sum = cost[point] + changeCost(step, point, to);
          if (sum < next[to]) {
            next[to] = sum;
            from[to] = point;
          }
        }
        next[to] += choice.nanojoules + prices_[step] * choice.ns;
      }
      cost = std::move(next);
    }
    uint32_t point =
        uint32_t(std::min_element(cost.begin(), cost.end()) - cost.begin());
    for (size_t i = steps_.size(); i-- > 0;) {
      mixes[steps_[i]] = {point, point, 1};
      point = cameFrom[i][point];
    }
  }

private:
  double changeCost(uint32_t step, uint32_t from, uint32_t to) const {
    if (from == to)
      return 0;
    double watts = prices_[step];
    for (const Part &part : network_.steps[step].parts) {
      const std::vector<double> &awake = chip_.cores[part.core].watts;
      watts += std::max(awake[from], awake[to]);
    }
    return watts * domain_.changeNs + domain_.changeJoules * 1e9;
  }

  static constexpr double endless = std::numeric_limits<double>::infinity();
  const ChipPower &chip_;
  const DomainPower &domain_;
  const Network &network_;
  const StepCosts &costs_;
  const std::vector<double> &prices_;
  std::vector<uint32_t> steps_;
};

} // namespace

std::vector<Mix> fewChanges(const ChipPower &chip, const Network &network,
                            const StepCosts &costs,
                            const std::vector<double> &prices) {
  std::vector<Mix> mixes(network.steps.size());
  for (uint32_t domain = 0; domain < chip.domains.size(); ++domain)
    Chain(chip, network, costs, prices, domain).solve(mixes);
  return mixes;
}

} // namespace hocket::power
