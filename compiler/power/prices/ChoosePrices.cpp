// SPDX-License-Identifier: Apache-2.0
#include "power/prices/ChoosePrices.h"

#include "support/Policy.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

namespace hocket::power {

namespace {

/// Points of a part, and what they come to.
struct Candidate {
  std::vector<uint32_t> points; ///< by domain
  double ns = 0;
  double joules = 0;
  double more = 0; ///< joules over those of a chip that sleeps as long
};

double sleepingWatts(const ChipPower &chip) {
  double watts = 0;
  for (const CorePower &core : chip.cores)
    watts += idleWatts(core, core.watts.front(), /*isClusterAwake=*/false);
  for (const UnitPower &unit : chip.units)
    watts += unit.count * unit.idleWatts;
  return watts;
}

class PartCandidates {
public:
  PartCandidates(TimedLevel level, const ChipPower &chip)
      : chip_(chip), fixed_(level, chip), sleeping_(sleepingWatts(chip)) {}

  /// All clocks equally slow, or not slower; less where that takes no more
  /// time; and from the highest points on, always the step that saves most for
  /// the time it takes. The fastest first, and only those that are best at some
  /// price.
  /// Where there are not too many, all vectors of points instead.
  std::vector<Candidate> find() {
    std::vector<Candidate> found;
    if (vectors() <= double(policy.power.priceTries)) {
      addAll(found);
    } else {
      for (double speed : speeds())
        found.push_back(lowered(atSpeed(speed)));
      stepDown(found);
    }
    std::sort(found.begin(), found.end(),
              [](const Candidate &a, const Candidate &b) {
                return std::tie(a.ns, a.more) < std::tie(b.ns, b.more);
              });
    return lowerHull(found);
  }

private:
  /// How many vectors of points there are for the domains that run.
  double vectors() const {
    double all = 1;
    for (uint32_t d = 0; d < chip_.domains.size(); ++d)
      if (fixed_.runs()[d])
        all *= double(chip_.domains[d].hertz.size());
    return all;
  }

  void addAll(std::vector<Candidate> &found) const {
    std::vector<uint32_t> points(chip_.domains.size());
    for (bool goesOn = true; goesOn;) {
      found.push_back(measured(points));
      goesOn = false;
      for (uint32_t d = 0; d < points.size() && !goesOn; ++d) {
        goesOn = fixed_.runs()[d] && points[d] < chip_.domains[d].highest();
        points[d] = goesOn ? points[d] + 1 : 0;
      }
    }
  }

  /// Of a domain's points in the highest, those of all domains that run.
  std::vector<double> speeds() const {
    std::vector<double> all;
    for (uint32_t d = 0; d < chip_.domains.size(); ++d)
      if (fixed_.runs()[d])
        for (double hertz : chip_.domains[d].hertz)
          all.push_back(hertz / chip_.domains[d].hertz.back());
    std::sort(all.begin(), all.end(), std::greater<>());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  Candidate atSpeed(double speed) const {
    std::vector<uint32_t> points;
    for (uint32_t d = 0; d < chip_.domains.size(); ++d) {
      const std::vector<double> &hertz = chip_.domains[d].hertz;
      auto at = std::lower_bound(hertz.begin(), hertz.end() - 1,
                                 speed * hertz.back() * (1 - 1e-9));
      points.push_back(fixed_.runs()[d] ? uint32_t(at - hertz.begin()) : 0);
    }
    return measured(std::move(points));
  }

  Candidate measured(std::vector<uint32_t> points) const {
    Candidate result;
    ++tries_;
    result.ns = fixed_.makespan(points);
    result.joules = fixed_.joules(points, result.ns);
    result.more = result.joules - sleeping_ * result.ns * 1e-9;
    result.points = std::move(points);
    return result;
  }

  /// Domains that are not what takes the time, one after the other.
  Candidate lowered(Candidate best) const {
    const double most = best.ns * (1 + 1e-9);
    for (uint32_t d = 0; d < chip_.domains.size(); ++d) {
      if (!fixed_.runs()[d])
        continue;
      std::vector<uint32_t> points = best.points;
      while (points[d] > 0) {
        --points[d];
        Candidate other = measured(points);
        if (other.ns > most)
          break;
        if (other.more < best.more)
          best = std::move(other);
      }
    }
    return best;
  }

  /// The next point that one domain goes down to; nothing: none saves anything.
  std::optional<Candidate> bestStep(const Candidate &from) {
    std::optional<Candidate> best;
    double most = 0;
    for (uint32_t d = 0; d < chip_.domains.size(); ++d)
      for (uint32_t p = from.points[d]; fixed_.runs()[d] && p-- > 0;) {
        std::vector<uint32_t> points = from.points;
        points[d] = p;
        Candidate other = measured(std::move(points));
        double longer = std::max(other.ns - from.ns, from.ns * 1e-9);
        double saved = (from.more - other.more) / longer;
        if (saved <= most)
          continue;
        most = saved;
        best = std::move(other);
      }
    return best;
  }

  /// \param found begins with the fastest
  void stepDown(std::vector<Candidate> &found) {
    std::optional<Candidate> at = found.front();
    while (at && tries_ < policy.power.priceTries) {
      at = bestStep(*at);
      if (at)
        found.push_back(*at);
    }
  }

  /// Those that are best at some price. \param sorted by time
  static std::vector<Candidate>
  lowerHull(const std::vector<Candidate> &sorted) {
    std::vector<Candidate> hull;
    for (const Candidate &one : sorted) {
      if (!hull.empty() && one.more >= hull.back().more)
        continue;
      if (!hull.empty() && one.ns <= hull.back().ns * (1 + 1e-9))
        hull.pop_back(); // the same but for rounding, and better
      while (hull.size() > 1 && slope(hull[hull.size() - 2], hull.back()) <=
                                    slope(hull.back(), one))
        hull.pop_back();
      hull.push_back(one);
    }
    return hull;
  }

public:
  /// Watts that are saved from the one to the other, which is slower.
  static double slope(const Candidate &fast, const Candidate &slow) {
    return (fast.more - slow.more) / ((slow.ns - fast.ns) * 1e-9);
  }

private:
  const ChipPower &chip_;
  FixedPoints fixed_;
  double sleeping_;
  mutable uint64_t tries_ = 0;
};

using Hull = std::vector<Candidate>;

/// The prices at which the best points of a part change, the dearest first; of
/// more than there may be, the closest ones are one.
std::vector<double> turningPrices(const std::vector<Hull> &hulls) {
  std::vector<double> all;
  for (const Hull &hull : hulls)
    for (size_t i = 1; i < hull.size(); ++i)
      all.push_back(PartCandidates::slope(hull[i - 1], hull[i]));
  std::sort(all.begin(), all.end(), std::greater<>());
  auto closest = [&] {
    return std::adjacent_find(all.begin(), all.end(), [&](double a, double b) {
      return a < b * (1 + policy.power.samePrice);
    });
  };
  for (auto at = closest(); at != all.end(); at = closest())
    all.erase(at);
  while (all.size() >= policy.power.mostPrices) {
    size_t least = 1;
    for (size_t i = 1; i < all.size(); ++i)
      if (all[i - 1] / all[i] < all[least - 1] / all[least])
        least = i;
    all.erase(all.begin() + ptrdiff_t(least));
  }
  return all;
}

/// One between each two turning prices, and at both ends.
std::vector<double> between(const std::vector<double> &turning) {
  std::vector<double> prices = {std::numeric_limits<double>::infinity()};
  for (size_t i = 1; i < turning.size(); ++i)
    prices.push_back(std::sqrt(turning[i - 1] * turning[i]));
  if (!turning.empty())
    prices.push_back(0);
  return prices;
}

const Candidate &bestAt(const Hull &hull, double watts) {
  size_t best = 0;
  while (best + 1 < hull.size() &&
         PartCandidates::slope(hull[best], hull[best + 1]) > watts)
    ++best;
  return hull[best];
}

/// Where a part's end is the end of all, what sleeps until then counts, too.
double priceOf(Objective::Kind objective, const ChipPower &chip) {
  return objective == Objective::Kind::Energy
             ? sleepingWatts(chip)
             : std::numeric_limits<double>::infinity();
}

PricedPart partAt(const Hull &hull, const std::vector<double> &prices) {
  PricedPart part;
  for (double watts : prices) {
    const Candidate &best = bestAt(hull, watts);
    part.points.push_back(best.points);
    part.stretch.push_back(best.ns > 0 ? best.ns / hull.front().ns : 1);
    part.joules.push_back(best.joules);
    part.ns.push_back(best.ns);
  }
  return part;
}

/// At each price no slower than with points that stay. Nothing changes where
/// that saves too little at all of them.
void letChange(TimedLevel level, const ChipPower &chip, PricedPart &part) {
  bool isWorthIt = false;
  for (size_t price = 0; price < part.points.size(); ++price) {
    std::optional<Wishes> changing =
        changingWishes(level, chip, part.points[price]);
    if (changing)
      part.joules[price] =
          takenAt(level, chip, part.points[price], *changing).joules;
    part.wishes.push_back(
        changing.value_or(steadyWishes(level, chip, part.points[price])));
    isWorthIt |= changing.has_value();
  }
  if (!isWorthIt)
    part.wishes.clear();
}

} // namespace

Prices choosePrices(const std::vector<TimedLevel> &parts, const ChipPower &chip,
                    Objective::Kind objective, bool isLadder) {
  Prices result;
  std::vector<Hull> hulls;
  for (const TimedLevel &part : parts)
    hulls.push_back(PartCandidates(part, chip).find());
  const double usual = priceOf(objective, chip);
  result.watts = {usual};
  if (isLadder || objective == Objective::Kind::Deadline) {
    const std::vector<double> turning = turningPrices(hulls);
    result.watts = between(turning);
    // The price between the same two turns as the objective's.
    for (double turn : turning)
      result.usual += turn > usual;
  }
  for (size_t part = 0; part < parts.size(); ++part) {
    result.parts.push_back(partAt(hulls[part], result.watts));
    if (parts[part].mayChange)
      letChange(parts[part], chip, result.parts.back());
  }
  return result;
}

std::vector<double> programNs(const Prices &prices,
                              const std::vector<double> &ns) {
  std::vector<double> result(prices.watts.size(), 0);
  for (size_t price = 0; price < result.size(); ++price)
    for (size_t part = 0; part < ns.size(); ++part)
      result[price] += ns[part] * prices.parts[part].stretch[price];
  return result;
}

} // namespace hocket::power
