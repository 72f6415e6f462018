// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/Simulate.h"

namespace hocket::simulation {

/// Power over time: `bins` equal parts of the simulated time, and in each what
/// each cluster draws on average, so that the sum over time is the energy.
struct PowerCurve {
  double binNs = 0;
  std::vector<std::vector<double>> watts; ///< by cluster, then by bin
};

/// Of a result with records.
PowerCurve powerCurve(const Machine &machine, const Result &result,
                      unsigned bins);

/// Joules of each cluster, without changes of clocks that no core made.
std::vector<double> clusterJoules(const Machine &machine, const Result &result);

/// Of a single-core run of all tasks on the fastest core; one repetition.
double sequentialNs(const scheduling::Problem &problem);

} // namespace hocket::simulation
