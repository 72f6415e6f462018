// SPDX-License-Identifier: Apache-2.0
//
// A run of a workload on a machine: the folder's one entry. The same arguments
// give the same result, to the last bit.
#pragma once

#include "simulation/engine/Noise.h"
#include "simulation/model/Machine.h"
#include "simulation/model/Workload.h"
#include "simulation/policies/Affinity.h"
#include "simulation/policies/Deferred.h"
#include "simulation/policies/Fair.h"
#include "simulation/policies/Governors.h"
#include "simulation/usercentric/UserCentric.h"

#include "trace/Trace.h"

#include <string>
#include <vector>

namespace hocket::simulation {

struct Settings {
  Noise noise;
  /// Who places threads and governs clocks, clusters and cores, beside plans.
  enum class System : uint8_t {
    Linux,        ///< CFS, load balancing, and a governor for each domain
    UserCentric,  ///< UCSG of paper 004
    Conventional, ///< CFS+OD of paper 004
  } system = System::Linux;
  UserCentricOptions userCentric;
  ConventionalOptions conventional;
  std::string governor = "performance"; ///< of domains without a plan
  GovernorOptions governorOptions;
  std::string idle; ///< policies/Idle.h; empty: what goes with the governor
  FairOptions fair;
  AffinityOptions affinity; ///< policies/Affinity.h; what stays is set already
  DeferredOptions deferred;
  uint32_t kernelThreads = none;       ///< the first, if there are any
  double balanceNs = 4e6;              ///< 0: none
  std::vector<uint32_t> reserved;      ///< cores that only threads they are
                                       ///< given to run on
  std::vector<uint32_t> plannedClocks; ///< domains that no governor has
  double endNs = forever;
  bool keepsRecords = false; ///< for drawings and traces
};

struct CoreResult {
  /// Nanoseconds and joules; `waiting` is awake without work.
  double running = 0, changing = 0, waiting = 0;
  double runningNs = 0, changingNs = 0, waitingNs = 0, offNs = 0;
  std::vector<double> asleep, asleepNs; ///< by idle state
  double joules = 0;
};

struct ThreadResult {
  bool hasEnded = false;
  double started = 0, ended = 0; ///< `ended`: or the end of the simulation
  double cpuNs = 0;
  uint64_t moves = 0;
  uint64_t bursts = 0; ///< from a wake to the next sleep
  double burstMean = 0, burstMost = 0;
  double workNs = 0; ///< done, on the fastest core
};

struct DomainResult {
  uint64_t changes = 0;
  double joules = 0;       ///< of changes that no core made
  std::vector<double> ns;  ///< at each operating point
  double sharedJoules = 0; ///< of what its cores share
};

/// Of equal accelerators together.
struct UnitResult {
  double worksNs = 0;
  double joules = 0; ///< working and waiting
};

/// A core draws `watts` from `time` on; from the number of cores on: what the
/// cores of a domain share.
struct PowerSample {
  double time = 0;
  uint32_t core = 0;
  double watts = 0;
};

struct Result {
  std::string wrong; ///< what kept it from its end; empty: nothing
  double endNs = 0;
  /// When the last measured thread ended without its rest; the end if none is.
  double makespan = 0;
  double joules = 0;
  uint64_t events = 0;
  std::vector<CoreResult> cores;
  std::vector<ThreadResult> threads;
  std::vector<DomainResult> domains;
  std::vector<UnitResult> units;  ///< of the machine's chip
  std::vector<PowerSample> power; ///< with records
  trace::Trace trace;             ///< likewise
};

/// The idle policy: `deepest` goes with `auto-idle`, `menu` with all others.
std::string idleOf(const Settings &settings);

/// A thread that may run on no core, as all are reserved for others; or none.
uint32_t threadWithoutCore(const Machine &machine, const Workload &workload,
                           const Settings &settings);

/// Every thread must have a core.
Result simulate(const Machine &machine, const Workload &workload,
                const Settings &settings);

} // namespace hocket::simulation
