// SPDX-License-Identifier: Apache-2.0
//
// Operating points for the parts of a program whose sizes and order are known
// only as it runs. For each of some prices of time, in watts, each part gets
// the points at which its energy and the price of its time are least. With one
// price for all parts, a program of whatever parts takes the least energy for
// the time that it takes (Everett 1963: Lagrange multipliers of separable
// problems); which price meets a deadline, the program finds out.
//
// Energies count from those of a chip that sleeps: a part that ends earlier
// leaves it to sleep.
#pragma once

#include "power/Plan.h"
#include "power/prices/FixedPoints.h"
#include "power/prices/TaskPoints.h"

#include <optional>

namespace hocket::power {

/// A part of the program, by price.
struct PricedPart {
  std::vector<std::vector<uint32_t>> points; ///< then by domain
  std::vector<double> stretch; ///< its time in that of the highest points
  std::vector<double> joules;  ///< of one run as the schedule has it
  std::vector<double> ns;
  /// What its cores ask for from task to task; empty: the points stay.
  std::vector<Wishes> wishes;
};

/// The deadline of a program as a whole.
struct WholeProgram {
  double deadlineNs = 0;
  std::vector<double> takesNs; ///< by price; empty: not known
};

struct Prices {
  std::vector<PricedPart> parts; ///< as given
  /// Of time, in watts, the dearest first: infinite, at least 0.
  std::vector<double> watts;
  uint32_t usual = 0; ///< the price where there is no deadline
  std::optional<WholeProgram> whole;
};

/// What a program takes that spends `ns` in each of the parts at the highest
/// points; nanoseconds by price.
/// \param ns by part
std::vector<double> programNs(const Prices &prices,
                              const std::vector<double> &ns);

/// \param isLadder some part of the program has a deadline: the prices are
/// those at which something changes, else the one of the objective alone.
Prices choosePrices(const std::vector<TimedLevel> &parts, const ChipPower &chip,
                    Objective::Kind objective, bool isLadder);

} // namespace hocket::power
