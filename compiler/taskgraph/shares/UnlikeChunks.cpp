// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/shares/UnlikeChunks.h"

#include "support/Policy.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hocket::taskgraph {

namespace {

/// The work of a loop up to some place, from 0 to 1.
class WorkUpTo {
public:
  explicit WorkUpTo(const std::vector<double> &parts) : sums_{0} {
    for (double part : parts)
      sums_.push_back(sums_.back() + part);
  }

  /// \param place from 0 to 1; between two known ones work is even
  double operator()(double place) const {
    const double at = place * double(sums_.size() - 1);
    const size_t part = std::min(size_t(at), sums_.size() - 2);
    return sums_[part] + (at - double(part)) * (sums_[part + 1] - sums_[part]);
  }

private:
  std::vector<double> sums_;
};

/// Places in the first half, in parts of which it has `half`.
class Halving {
public:
  Halving(const WorkUpTo &work, unsigned half) : work_(work), half_(half) {}

  /// The work before a place and behind its mirror image.
  double outside(unsigned place) const {
    const double at = 0.5 * place / half_;
    return work_(at) + 1 - work_(1 - at);
  }

  /// The place that has about so much outside.
  unsigned placeOf(double share) const {
    unsigned low = 0, high = half_;
    while (high - low > 1) {
      const unsigned middle = (low + high) / 2;
      (outside(middle) <= share ? low : high) = middle;
    }
    return share - outside(low) <= outside(high) - share ? low : high;
  }

private:
  const WorkUpTo &work_;
  unsigned half_;
};

/// Where each core's front chunk begins, and at last the middle; each has one
/// part at least, as there are.
std::vector<unsigned> frontCuts(const std::vector<double> &speeds,
                                const Halving &halving, unsigned half) {
  const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  std::vector<unsigned> cuts{0};
  double before = 0;
  for (size_t core = 0; core + 1 < speeds.size(); ++core) {
    before += speeds[core] / all;
    const unsigned rest = unsigned(speeds.size() - 1 - core);
    cuts.push_back(
        std::clamp(halving.placeOf(before), cuts.back() + 1, half - rest));
  }
  cuts.push_back(half);
  return cuts;
}

/// When the last core ends, of the end that all would share.
double endOf(const std::vector<double> &speeds, const Halving &halving,
             const std::vector<unsigned> &cuts) {
  const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  double end = 0;
  for (size_t core = 0; core < speeds.size(); ++core)
    end = std::max(
        end, (halving.outside(cuts[core + 1]) - halving.outside(cuts[core])) *
                 all / speeds[core]);
  return end;
}

UnlikeChunks mirrored(const std::vector<unsigned> &front,
                      const WorkUpTo &work) {
  UnlikeChunks result{front, {}};
  const unsigned parts = 2 * front.back();
  for (size_t i = front.size() - 1; i-- > 0;)
    result.cuts.push_back(parts - front[i]);
  for (size_t i = 0; i + 1 < result.cuts.size(); ++i)
    result.shares.push_back(work(double(result.cuts[i + 1]) / parts) -
                            work(double(result.cuts[i]) / parts));
  return result;
}

} // namespace

UnlikeChunks unlikeChunks(const std::vector<double> &speeds,
                          const std::vector<double> &work) {
  const unsigned least = unsigned(speeds.size()),
                 most = unsigned(work.size()) / 2;
  if (speeds.size() < 2 || most < least)
    return {};
  const WorkUpTo upTo(work);
  std::vector<unsigned> best;
  double bestEnd = 0;
  for (unsigned half = least; half <= most; ++half) {
    const Halving halving(upTo, half);
    std::vector<unsigned> front = frontCuts(speeds, halving, half);
    const double end = endOf(speeds, halving, front);
    if (best.empty() || end < bestEnd) {
      best = std::move(front);
      bestEnd = end;
    }
    if (bestEnd <= 1 + policy.region.unevenCuts)
      break;
  }
  return mirrored(best, upTo);
}

} // namespace hocket::taskgraph
