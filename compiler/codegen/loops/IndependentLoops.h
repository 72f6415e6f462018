// SPDX-License-Identifier: Apache-2.0
//
// Loops whose iterations a compiler may run side by side. What is known of
// memory here is lost where the user's function becomes several: gcc sees that
// blocks from malloc are distinct only until somebody else gets their address,
// and a region's frame is somebody else. So the innermost loops of tasks say so
// in a pragma that gcc and others know (`#pragma GCC ivdep`); who does not know
// it leaves it out.
#pragma once

#include "codegen/frame/RegionContext.h"
#include "ir/Text.h"

namespace hocket::codegen {

/// No iteration touches memory that another one writes, whatever a compiler
/// makes of variables and called functions: nothing is private but variables
/// that need no memory. Innermost loops only, called functions included, and
/// those around loops that are unrolled. The verdict's checks and conditions
/// are the caller's to look at.
bool isIndependent(const ir::Program &program,
                   const polyhedral::LoopVerdict &verdict);

/// Before each such loop below `root`, or `root` itself, of which that needs no
/// check: the pragma. \param isGenerated see ir::lineMarker
/// \param around a loop around them whose checks hold, and so theirs if they
/// are about the same pointers; or null
ir::Insertions
independentLoops(const RegionContext &c, ir::NodeId root, bool isGenerated,
                 const polyhedral::LoopVerdict *around = nullptr);

/// A line, without its end.
inline constexpr const char *independencePragma = "#pragma GCC ivdep";

} // namespace hocket::codegen
