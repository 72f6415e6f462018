// SPDX-License-Identifier: Apache-2.0
//
// UCSG, the user-centric scheduler and governor of paper 004 (Hsiu et al.), and
// the conventional one that it is compared with, CFS and an extended Ondemand.
#pragma once

#include "simulation/policies/Fair.h"
#include "simulation/usercentric/Levels.h"
#include "simulation/usercentric/Sensitivity.h"

#include <array>

namespace hocket::simulation {

/// The defaults are the paper's (sections 3.2, 3.3 and the footnotes there).
struct UserCentricOptions {
  double periodNs = 200e6, touchNs = 500e6;
  /// Of low, medium and high sensitivity: nice values, ...
  std::array<double, 3> nice = {10, -10, -20};
  /// ... or how many times the time of a low one the others get; 0: by nice.
  double mediumShare = 0;
  std::array<double, 3> sensitivity = {1, 2, 3};
  double threshold = 0.75;   ///< a level is too low if cores were busier
  bool scalesByHalf = true;  ///< when the workload has grown twice in a row
  unsigned quietPeriods = 2; ///< before the slower cluster takes over
  unsigned queryPeriods = 5; ///< until a new foreground app is noticed; 0: none
  /// Of the slower and of the faster cluster: with one, two, ... cores on, how
  /// fast each may have to be before one more pays, as parts of the fastest
  /// core's speed. Empty: by the chip's power.
  std::vector<double> slowCores, fastCores;
  Estimate estimate = Estimate::LastPeriod;
};

/// Of CFS+OD, the Galaxy S4's (sections 2.1, 4.3, 4.5).
struct ConventionalOptions {
  double periodNs = 100e6, balanceNs = 10e6;
  /// Utilizations of the slower and of the faster cluster.
  std::array<double, 2> up = {0.6, 0.9}, down = {0.4, 0.7};
  unsigned quietPeriods = 5; ///< at the lowest level before a core goes off
  Estimate estimate = Estimate::LastPeriod;
};

struct Governing {
  std::unique_ptr<Scheduler> scheduler;
  std::vector<std::unique_ptr<Policy>> policies;
};

Governing userCentric(const UserCentricOptions &options,
                      const FairOptions &fair, const Workload &workload);
Governing conventional(const ConventionalOptions &options,
                       const FairOptions &fair);

/// C_l: what threads of low sensitivity get on a core that gives those of
/// medium sensitivity all that they need, `medium`. \param share how many times
/// the time of a low one a medium one gets.
double leastForLow(double medium, double lowThreads, double mediumThreads,
                   double share);

} // namespace hocket::simulation
