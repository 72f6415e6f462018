// SPDX-License-Identifier: Apache-2.0
//
// List schedulers, interchangeable: problem in, placements and order out. Each
// breaks ties by task index, so results are deterministic. The problem must be
// well formed: check() finds nothing. Syncs are left to reduceSyncs().
#pragma once

#include "scheduling/Problem.h"

#include <string_view>
#include <vector>

namespace hocket::scheduling {

/// Critical path, most immediate successors first; any core that is free first
/// (Kasahara and Narita 1984).
Schedule scheduleCpMisf(const Problem &problem);
/// As CP/MISF, but on the core that gives the least data transfer.
Schedule scheduleCpDtMisf(const Problem &problem);
/// Of all ready (task, core) pairs the earliest start; ties by critical path.
Schedule scheduleEtfCp(const Problem &problem);
/// Heterogeneous earliest finish time, with insertion into gaps
/// (Topcuoglu, Hariri and Wu 2002).
Schedule scheduleHeft(const Problem &problem);
/// HEFT, but what prefers a core goes there: chunks that were cut for the cores
/// one by one make equal loads so, and hardly otherwise.
Schedule schedulePreferred(const Problem &problem);
/// HEFT with the units for no task, for the one that gains most by them, for
/// the two, ...: the best of these. The others but HEFT leave units idle.
Schedule scheduleUnits(const Problem &problem);
/// Everything on core 0 that is not pinned, in sequential order.
Schedule scheduleSequentially(const Problem &problem);

struct Algorithm {
  std::string_view name;
  Schedule (*run)(const Problem &);
};
/// The table of all algorithms above.
const std::vector<Algorithm> &algorithms();

/// The waits that a placement and order need: an edge between cores, unless
/// others imply it (program order on a core and other syncs, over two
/// repetitions for a level that repeats).
std::vector<Sync> reduceSyncs(const Problem &problem, const Schedule &schedule);

} // namespace hocket::scheduling
