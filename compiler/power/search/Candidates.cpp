// SPDX-License-Identifier: Apache-2.0
#include "power/search/Candidates.h"

#include "power/search/FewChanges.h"

#include <algorithm>
#include <numeric>

namespace hocket::power {

Candidates::Candidates(const Setting &setting, const Network &network,
                       const StepCosts &costs, uint64_t work)
    : setting_(setting), network_(network), costs_(costs), work_(work) {
  for (const Step &step : network.steps)
    workOfOne_ += !step.parts.empty();
}

bool Candidates::isInTime(const Plan &plan) const {
  return power::isInTime(plan.makespan, setting_.deadlineNs);
}

const Plan &Candidates::tryMixes(const std::vector<Mix> &mixes) {
  work_ -= std::min(work_, workOfOne_);
  last_ = timed(setting_, network_, costs_, mixes);
  countEnergy(setting_, setting_.deadlineNs.value_or(0), last_);
  if (isInTime(last_) && (!best_ || last_.joules < best_->joules)) {
    best_ = last_;
    bestMixes_ = mixes;
  }
  return last_;
}

void tryPrices(Candidates &candidates, const std::vector<double> &prices) {
  double mean = std::accumulate(prices.begin(), prices.end(), 0.0) /
                double(std::max<size_t>(1, prices.size()));
  auto isInTimeAt = [&](double factor) {
    // Steps without a price are those that had time to spare before changes
    // took some of it.
    std::vector<double> raised;
    for (double price : prices)
      raised.push_back(factor * price + std::max(0.0, factor - 1) * 0.1 * mean);
    return candidates.isInTime(candidates.tryMixes(
        fewChanges(candidates.setting().chip, candidates.network(),
                   candidates.costs(), raised)));
  };
  double low = 1, high = 1;
  bool isInTime = isInTimeAt(1);
  for (int i = 0; i < 12 && !isInTime; ++i) {
    low = high;
    high *= 2;
    isInTime = isInTimeAt(high);
  }
  for (int i = 0; i < 8 && low < high && isInTime; ++i) {
    double middle = (low + high) / 2;
    (isInTimeAt(middle) ? high : low) = middle;
  }
}

/// Lateness by rounding, of the trade-off's integers: a little less at the
/// slower points makes up for it.
static bool tryHurried(Candidates &candidates, const std::vector<Mix> &mixes) {
  for (double hurry : {1e-8, 1e-7, 1e-6, 1e-5}) {
    std::vector<Mix> hurried = mixes;
    for (Mix &mix : hurried)
      if (mix.share < 1)
        mix.share *= 1 - hurry;
    if (candidates.isInTime(candidates.tryMixes(hurried)))
      return true;
  }
  return false;
}

Tradeoff tryTradeoff(Candidates &candidates, uint64_t work) {
  const Setting &setting = candidates.setting();
  Tradeoff first;
  std::optional<double> target = setting.deadlineNs;
  for (int i = 0; i < 4; ++i) {
    Tradeoff tradeoff =
        leastEnergy(candidates.network(), candidates.costs(), target, work);
    if (!tradeoff.isComplete)
      return first;
    const Plan &plan = candidates.tryMixes(tradeoff.mixes);
    if (i == 0)
      first = tradeoff;
    if (candidates.isInTime(plan))
      return first;
    double late = plan.makespan - *setting.deadlineNs;
    if (late < 1e-6 * *setting.deadlineNs &&
        tryHurried(candidates, tradeoff.mixes))
      return first;
    *target -= std::max(late, *setting.deadlineNs * 1e-9);
    if (*target < *setting.deadlineNs / 2)
      return first;
  }
  return first;
}

namespace {

/// One pass of changes that are kept where they gain.
class Improver {
public:
  Improver(Candidates &candidates, std::vector<Mix> mixes)
      : candidates_(candidates), network_(candidates.network()),
        mixes_(std::move(mixes)) {}

  /// As long as something is gained. \returns whether the result is in time.
  bool run(double price) {
    price_ = price;
    const Plan &plan = candidates_.tryMixes(mixes_);
    score_ = scoreOf(plan);
    isInTime_ = candidates_.isInTime(plan);
    double before;
    do {
      before = score_;
      for (uint32_t domain = 0; domain < network_.chains.size(); ++domain)
        passDomain(domain);
    } while (score_ < before * (1 - 1e-6) && !candidates_.isOutOfWork());
    return isInTime_;
  }

private:
  void passDomain(uint32_t domain) {
    std::vector<uint32_t> steps;
    for (uint32_t step : network_.chains[domain])
      if (!network_.steps[step].parts.empty())
        steps.push_back(step);
    uint32_t highest = candidates_.setting().chip.domains[domain].highest();
    for (size_t begin = 0; begin < steps.size();) {
      size_t end = begin + 1;
      while (end < steps.size() && isPure(steps[begin]) && isPure(steps[end]) &&
             mixes_[steps[end]].first == mixes_[steps[begin]].first)
        ++end;
      uint32_t before =
          begin == 0 ? highest : lastPoint(mixes_[steps[begin - 1]]);
      tryBlock(steps, begin, end, before, highest);
      moveBorder(steps[begin], before);
      begin = end;
    }
  }

  bool isPure(uint32_t step) const { return mixes_[step].share >= 1; }
  static uint32_t lastPoint(const Mix &mix) {
    return mix.share < 1 ? mix.second : mix.first;
  }

  /// The whole block at its neighbours' points, and at those next to its own;
  /// half of it, a quarter, ... at its start and at its end.
  void tryBlock(const std::vector<uint32_t> &steps, size_t begin, size_t end,
                uint32_t before, uint32_t highest) {
    uint32_t own = mixes_[steps[begin]].first;
    std::vector<uint32_t> points = {before};
    if (end < steps.size())
      points.push_back(mixes_[steps[end]].first);
    for (uint32_t away = 1; away <= 3; ++away) {
      if (own >= away)
        points.push_back(own - away);
      if (own + away <= highest)
        points.push_back(own + away);
    }
    for (uint32_t point : points) {
      if (tryPoint(steps, begin, end, point))
        return;
      for (size_t length = (end - begin) / 2; length > 0; length /= 2)
        if (tryPoint(steps, begin, begin + length, point) ||
            tryPoint(steps, end - length, end, point))
          return;
    }
  }

  bool keepIfBetter(const std::vector<Mix> &mixes) {
    if (candidates_.isOutOfWork())
      return false;
    const Plan &plan = candidates_.tryMixes(mixes);
    double score = scoreOf(plan);
    if (score >= score_)
      return false;
    score_ = score;
    isInTime_ = candidates_.isInTime(plan);
    mixes_ = mixes;
    return true;
  }

  double scoreOf(const Plan &plan) const {
    const std::optional<double> &deadline = candidates_.setting().deadlineNs;
    double late = deadline ? std::max(0.0, plan.makespan - *deadline) : 0;
    return plan.joules + late * price_ * 1e-9;
  }

  bool tryPoint(const std::vector<uint32_t> &steps, size_t begin, size_t end,
                uint32_t point) {
    std::vector<Mix> mixes = mixes_;
    bool differs = false;
    for (size_t i = begin; i < end; ++i) {
      if (candidates_.costs().choices[steps[i]][point].ns < 0)
        return false;
      Mix &mix = mixes[steps[i]];
      differs |= mix.share < 1 || mix.first != point;
      mix = {point, point, 1};
    }
    return differs && keepIfBetter(mixes);
  }

  /// As much of the step as time allows at the point of the one before it.
  void moveBorder(uint32_t step, uint32_t before) {
    uint32_t own = lastPoint(mixes_[step]);
    if (own == before || candidates_.costs().choices[step][before].ns < 0)
      return;
    double low = 0, high = 1;
    for (int i = 0; i < 7; ++i) {
      double share = (low + high) / 2;
      std::vector<Mix> mixes = mixes_;
      mixes[step] = {before, own, share};
      (keepIfBetter(mixes) ? low : high) = share;
    }
  }

  Candidates &candidates_;
  const Network &network_;
  std::vector<Mix> mixes_;
  double price_ = 0, score_ = 0;
  bool isInTime_ = false;
};

} // namespace

void improve(Candidates &candidates, std::vector<Mix> mixes, double price) {
  Improver improver(candidates, std::move(mixes));
  for (int i = 0; i < 8; ++i, price *= 4)
    if (improver.run(price) || candidates.isOutOfWork())
      return;
}

} // namespace hocket::power
