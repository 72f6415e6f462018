// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/engine/State.h"

namespace hocket::simulation {

/// A fair scheduler's parameters; those of Linux's CFS by default, to be
/// multiplied by 1 + log2 of the number of cores, at most 8 (kernel/sched/
/// fair.c; Documentation/scheduler/sched-design-CFS.rst).
struct FairOptions {
  double latencyNs = 6e6;        ///< in which each thread has its turn
  double granularityNs = 0.75e6; ///< but no turn is shorter
  double wakeupNs = 1e6;         ///< a woken thread preempts if so far behind
  bool scalesWithCores = true;
  /// Threads of a core run at once, each slower: slices without length.
  bool isFluid = false;
  /// A thread whose core is taken when it wakes looks for another one.
  bool wakesElsewhere = true;
  /// A core that runs out of threads takes one that waits elsewhere, ...
  bool pulls = true;
  /// ... or one that runs on a slower core (misfit migration).
  bool pullsRunning = false;
};

/// Linux's CFS: who has had least is next; a new thread goes where fewest are,
/// one that wakes to its last core, if that is idle, or else to an idle one.
/// Knows nothing of faster and slower cores.
std::unique_ptr<Scheduler> fairScheduler(const FairOptions &options);

/// Every `periodNs`: from the core with most threads to that with fewest, one
/// after the other, while they differ by two.
std::unique_ptr<Policy> loadBalancing(double periodNs);

} // namespace hocket::simulation
