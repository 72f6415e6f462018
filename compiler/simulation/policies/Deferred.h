// SPDX-License-Identifier: Apache-2.0
//
// Deferred work of the kernel, as read-copy update leaves it (paper 003): what
// a thread has replaced is freed only when a grace period has passed, which the
// scheduling-clock tick finds out. So a core with such work has to be woken by
// ticks although it has nothing else to do.
#pragma once

#include "simulation/engine/State.h"

namespace hocket::simulation {

struct DeferredOptions {
  enum class Mode : uint8_t {
    None,
    Reference,    ///< the tick goes on while the core has such work
    EnforcedIdle, ///< an idle core's tick is four times as long
                  ///< (CONFIG_RCU_FAST_NO_HZ)
    Offload       ///< the slow cores do it (CONFIG_RCU_NOCB_CPU)
  } mode = Mode::None;
  double tickNs = 10e6;     ///< HZ=100, as on TC2
  double tickWorkNs = 20e3; ///< that a tick takes, on the fastest core
  double callbackNs = 50e3; ///< that what is deferred takes
  unsigned graceTicks = 3;  ///< of a grace period
};

/// Adds the kernel's threads to the workload: a tick and callbacks for each
/// core. To be given to `deferredWork` with the first of them.
uint32_t addKernelThreads(const DeferredOptions &options,
                          const Machine &machine, Workload &workload);

/// Each burst of a thread that is not the kernel's leaves some work on its
/// core.
std::unique_ptr<Policy> deferredWork(const DeferredOptions &options,
                                     uint32_t firstKernelThread);

} // namespace hocket::simulation
