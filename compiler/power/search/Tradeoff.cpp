// SPDX-License-Identifier: Apache-2.0
#include "power/search/Tradeoff.h"

#include "power/search/Circulation.h"

#include <algorithm>
#include <cmath>

namespace hocket::power {

using scheduling::CoreIndex;
using scheduling::Problem;

namespace {

/// What a core is taken to draw while it idles: asleep, or awake.
struct IdleGuess {
  bool isAwake = true;
  double watts = 0; ///< awake: at the least point
};

/// Watts awake at each point.
using Awake = std::vector<std::vector<double>>;

Awake awakeAt(const ChipPower &chip, const std::vector<uint32_t> &levels) {
  Awake awake;
  for (const CorePower &core : chip.cores) {
    const std::optional<uint32_t> &supply = chip.domains[core.domain].supply;
    awake.push_back(
        wattsAt(core.watts, core.wattsAt, supply ? levels[*supply] : 0));
  }
  return awake;
}

std::vector<IdleGuess> guessIdle(const ChipPower &chip, const Awake &awake,
                                 uint32_t depth) {
  std::vector<IdleGuess> guesses;
  for (CoreIndex index = 0; index < chip.cores.size(); ++index) {
    const CorePower &core = chip.cores[index];
    IdleGuess &guess = guesses.emplace_back();
    guess.isAwake = depth == 0 || core.states.empty();
    guess.watts =
        guess.isAwake
            ? *std::min_element(awake[index].begin(), awake[index].end())
            : core.states[std::min<size_t>(depth, core.states.size()) - 1]
                  .watts;
  }
  return guesses;
}

class Solver {
public:
  Solver(const Network &network, const StepCosts &costs,
         std::optional<double> deadlineNs)
      : network_(network), costs_(costs), deadlineNs_(deadlineNs) {}

  Tradeoff solve(uint64_t work) {
    for (size_t step = 0; step < network_.steps.size(); ++step)
      hulls_.push_back(lowerHull(costs_.choices[step]));
    chooseUnits();
    addArcs();
    Circulation circulation =
        mostGainfulCirculation(network_.events.size() + 2, arcs_, work);
    Tradeoff result;
    result.isComplete = circulation.isComplete;
    if (!result.isComplete)
      return result;
    for (size_t step = 0; step < network_.steps.size(); ++step) {
      int64_t flow = 0;
      for (size_t arc = arcsOf_[step]; arc < arcsOf_[step + 1]; ++arc)
        flow += circulation.flow[arc];
      result.prices.push_back(double(flow) / flowUnit_);
      int64_t length =
          circulation.place[target(step)] - circulation.place[source(step)];
      result.mixes.push_back(mixFor(step, double(length) / timeUnit_));
    }
    result.deadlinePrice = double(circulation.flow.back()) / flowUnit_;
    return result;
  }

private:
  /// A point of a step's lower hull.
  struct Corner {
    uint32_t point = 0;
    Choice choice;
  };
  using Hull = std::vector<Corner>; ///< from fast to slow, energy falling

  static Hull lowerHull(const std::vector<Choice> &choices) {
    Hull corners, hull;
    for (uint32_t point = 0; point < choices.size(); ++point)
      if (choices[point].ns >= 0)
        corners.push_back({point, choices[point]});
    std::stable_sort(corners.begin(), corners.end(),
                     [](const Corner &a, const Corner &b) {
                       return a.choice.ns != b.choice.ns
                                  ? a.choice.ns < b.choice.ns
                                  : a.choice.nanojoules < b.choice.nanojoules;
                     });
    for (const Corner &corner : corners) {
      if (!hull.empty() &&
          (corner.choice.nanojoules >= hull.back().choice.nanojoules ||
           corner.choice.ns <= hull.back().choice.ns))
        continue;
      while (hull.size() > 1 && slope(hull[hull.size() - 2], hull.back()) <=
                                    slope(hull.back(), corner))
        hull.pop_back();
      hull.push_back(corner);
    }
    return hull;
  }

  /// Nanojoules saved by a nanosecond more.
  static double slope(const Corner &fast, const Corner &slow) {
    return (fast.choice.nanojoules - slow.choice.nanojoules) /
           (slow.choice.ns - fast.choice.ns);
  }

  // Nodes: 0 is the start of the plan, 1 its end, then the events.
  uint32_t source(size_t step) const {
    uint32_t event = network_.steps[step].from;
    return event == none ? 0 : event + 2;
  }
  uint32_t target(size_t step) const {
    uint32_t event = network_.steps[step].to;
    return event == none ? 1 : event + 2;
  }

  /// Lengths and amounts become integers, as exact as 64 bits allow.
  void chooseUnits() {
    double longest = deadlineNs_.value_or(0);
    double steepest = costs_.idleWatts;
    for (const Hull &hull : hulls_) {
      longest = std::max(longest, hull.back().choice.ns);
      for (size_t i = 1; i < hull.size(); ++i)
        steepest = std::max(steepest, slope(hull[i - 1], hull[i]));
    }
    for (const Arc &arc : network_.arcs)
      longest = std::max(longest, arc.lag);
    for (const Arc &end : network_.ends)
      longest = std::max(longest, end.lag);
    timeUnit_ =
        longest > 0
            ? double(longestLength(network_.events.size() + 2)) / longest
            : 1;
    flowUnit_ = steepest > 0 ? double(1 << 24) / steepest : 1;
  }

  int64_t length(double ns) const { return std::llround(ns * timeUnit_); }

  void add(uint32_t from, uint32_t to, int64_t most, int64_t length) {
    arcs_.push_back({from, to, most, length});
    if (most != endless)
      finite_ += most;
  }

  void addArcs() {
    for (size_t step = 0; step < network_.steps.size(); ++step) {
      arcsOf_.push_back(arcs_.size());
      const Hull &hull = hulls_[step];
      int64_t before = 0; // what the slower of two corners is worth
      for (size_t i = hull.size() - 1; i > 0; --i) {
        int64_t worth = std::llround(slope(hull[i - 1], hull[i]) * flowUnit_);
        if (worth > before)
          add(source(step), target(step), worth - before,
              length(hull[i].choice.ns));
        before = std::max(before, worth);
      }
      add(source(step), target(step), endless, length(hull.front().choice.ns));
    }
    arcsOf_.push_back(arcs_.size());
    for (const Arc &arc : network_.arcs)
      add(arc.from + 2, arc.to + 2, endless, length(arc.lag));
    for (const Arc &arc : network_.ends)
      add(arc.from + 2, 1, endless, length(arc.lag));
    if (deadlineNs_)
      add(1, 0, endless, -std::max(length(*deadlineNs_), fastest()));
    else
      add(1, 0, std::llround(costs_.idleWatts * flowUnit_), 0);
    for (FlowArc &arc : arcs_)
      if (arc.most == endless)
        arc.most = finite_ + 1;
  }

  /// The longest way over endless arcs, from the start to the end: rounding
  /// must not make a deadline that can just be met one that cannot.
  int64_t fastest() const {
    std::vector<int64_t> at(network_.events.size());
    int64_t last = 0;
    auto place = [&](uint32_t step) {
      uint32_t from = network_.steps[step].from;
      return (from == none ? 0 : at[from]) +
             length(hulls_[step].front().choice.ns);
    };
    size_t arc = 0;
    for (uint32_t event = 0; event < at.size(); ++event) {
      at[event] = place(network_.events[event].stepBefore);
      for (; arc < network_.arcs.size() && network_.arcs[arc].to == event;
           ++arc)
        at[event] = std::max(at[event], at[network_.arcs[arc].from] +
                                            length(network_.arcs[arc].lag));
      last = std::max(last, at[event]);
    }
    for (const Arc &end : network_.ends)
      last = std::max(last, at[end.from] + length(end.lag));
    return last;
  }

  Mix mixFor(size_t step, double ns) const {
    const Hull &hull = hulls_[step];
    for (size_t i = 1; i < hull.size(); ++i)
      if (ns < hull[i].choice.ns) {
        double from = hull[i - 1].choice.ns;
        double share =
            std::clamp((ns - from) / (hull[i].choice.ns - from), 0.0, 1.0);
        // Of what is near one of the two, rounding made the rest.
        if (share < 1e-7)
          return {hull[i - 1].point, hull[i - 1].point, 1};
        return {hull[i].point, hull[i - 1].point, share};
      }
    return {hull.back().point, hull.back().point, 1};
  }

  static constexpr int64_t endless = -1;
  const Network &network_;
  const StepCosts &costs_;
  std::optional<double> deadlineNs_;
  std::vector<Hull> hulls_;
  std::vector<FlowArc> arcs_;
  std::vector<size_t> arcsOf_; ///< by step, its first arc
  int64_t finite_ = 0;         ///< sum of what is not endless
  double timeUnit_ = 1;        ///< integers in a nanosecond
  double flowUnit_ = 1;        ///< integers in a watt
};

} // namespace

StepCosts stepCosts(const Problem &problem, const ChipPower &chip,
                    const Network &network, uint32_t depth,
                    const std::vector<uint32_t> &levels) {
  StepCosts costs;
  const Awake awake = awakeAt(chip, levels);
  std::vector<IdleGuess> idle = guessIdle(chip, awake, depth);
  std::vector<std::vector<CoreIndex>> coresOf(chip.domains.size());
  for (CoreIndex core = 0; core < chip.cores.size(); ++core) {
    coresOf[chip.cores[core].domain].push_back(core);
    costs.idleWatts += idle[core].watts;
  }
  for (const UnitPower &unit : chip.units)
    costs.idleWatts += unit.count * unit.idleWatts;
  for (const Step &step : network.steps) {
    const DomainPower &domain = chip.domains[step.domain];
    std::vector<Choice> &choices = costs.choices.emplace_back();
    std::vector<bool> runs(chip.cores.size());
    for (const Part &part : step.parts)
      runs[part.core] = true;
    for (uint32_t point = 0; point < domain.hertz.size(); ++point) {
      Choice &choice = choices.emplace_back();
      if (step.isAtHighest && point != domain.highest()) {
        choice.ns = -1;
        continue;
      }
      for (const Part &part : step.parts) {
        double ns = part.share *
                    taskNs(problem.tasks[part.task], part.core, domain, point);
        choice.ns = std::max(choice.ns, ns);
        choice.nanojoules +=
            ns * (awake[part.core][point] - idle[part.core].watts);
      }
      for (CoreIndex core : coresOf[step.domain])
        if (!runs[core] && idle[core].isAwake)
          choice.nanojoules +=
              choice.ns * (awake[core][point] - idle[core].watts);
    }
  }
  return costs;
}

Tradeoff leastEnergy(const Network &network, const StepCosts &costs,
                     std::optional<double> deadlineNs, uint64_t work) {
  return Solver(network, costs, deadlineNs).solve(work);
}

} // namespace hocket::power
