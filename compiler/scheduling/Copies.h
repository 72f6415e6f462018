// SPDX-License-Identifier: Apache-2.0
//
// Data that an engine (DMA) moves instead of the core that reads them. Which
// data cross cores is known once tasks have theirs. So each edge between two
// cores whose data an engine moves faster becomes a task of its own, which the
// engine can run as a unit (ProcessingUnit): the core that has the data starts
// it and goes on, an engine has one at a time for each of its channels, and the
// reader waits for its end. Everything that knows units knows copies.
#pragma once

#include "scheduling/Problem.h"

namespace hocket::scheduling {

/// What moves data of the cores of a cluster, one transfer for each channel.
struct CopyEngine {
  std::string name;
  uint32_t cluster = 0;
  unsigned channels = 1;
  double startNs = 0, nsPerByte = 0;
};

/// The problem with the schedule's cores as pins, and copies. A core can make a
/// copy, too, and takes then what the data take.
/// \param problem of a level that does not repeat
/// \returns nothing where no edge gains.
std::optional<Problem> withCopies(const Problem &problem,
                                  const Schedule &schedule,
                                  const std::vector<CopyEngine> &engines);

} // namespace hocket::scheduling
