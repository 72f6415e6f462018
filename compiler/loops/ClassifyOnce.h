// SPDX-License-Identifier: Apache-2.0
//
// One attempt at a loop: a short function for each kind puts together what the
// rules of legality/, accesses/ and search/ find. The attempts themselves are
// in Attempts.h.
#pragma once

#include "loops/Attempts.h"
#include "loops/context/LoopContext.h"

#include <optional>
#include <vector>

namespace hocket::polyhedral {

/// In an isl context and budget of its own.
AttemptResult classifyOnce(const ProgramIndex &index, ir::NodeId loop,
                           const LoopOptions &options);

/// Whether a loop that is not parallel may run as DOACROSS chunks;
/// nothing is assumed or tested on entry. \returns the private copies it takes.
std::optional<std::vector<PrivateObject>>
classifyDoacross(const ProgramIndex &index, ir::NodeId loop,
                 const LoopOptions &options);

} // namespace hocket::polyhedral
