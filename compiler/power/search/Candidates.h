// SPDX-License-Identifier: Apache-2.0
//
// Ways to divide the work of a network's steps between points, each tried as
// the plan that it becomes, changes and gaps counted; the best one is kept.
#pragma once

#include "power/search/Energy.h"

namespace hocket::power {

class Candidates {
public:
  /// \param work steps in which something runs, of all plans tried together.
  Candidates(const Setting &setting, const Network &network,
             const StepCosts &costs, uint64_t work);

  /// Keeps it if it is the best so far that is in time. \returns its plan.
  const Plan &tryMixes(const std::vector<Mix> &mixes);
  bool isInTime(const Plan &plan) const;
  bool isOutOfWork() const { return work_ == 0; }
  /// Of a plan for these mixes; nothing: none was in time.
  const std::optional<Plan> &best() const { return best_; }
  const std::vector<Mix> &bestMixes() const { return bestMixes_; }

  const Setting &setting() const { return setting_; }
  const Network &network() const { return network_; }
  const StepCosts &costs() const { return costs_; }

private:
  const Setting &setting_;
  const Network &network_;
  const StepCosts &costs_;
  uint64_t work_, workOfOne_ = 0;
  Plan last_;
  std::optional<Plan> best_;
  std::vector<Mix> bestMixes_;
};

/// Prices for all steps, raised until the plan that `fewChanges` makes of them
/// is in time.
void tryPrices(Candidates &candidates, const std::vector<double> &prices);

/// What the trade-off asks for, as it is; where changes make it late, for an
/// earlier deadline.
/// \returns the first one.
Tradeoff tryTradeoff(Candidates &candidates, uint64_t work);

/// From `mixes`: one block of steps, which follow each other at one point, at
/// another point, a step moved to its neighbours' point, a border between two
/// blocks moved into a step; as long as something is gained.
/// \param price of a nanosecond after the deadline, in nanojoules: plans may be
/// late in between; it is raised until none is.
void improve(Candidates &candidates, std::vector<Mix> mixes, double price);

} // namespace hocket::power
