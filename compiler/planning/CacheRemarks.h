// SPDX-License-Identifier: Apache-2.0
//
// What there is to say of regions and clusters whose caches are not coherent.
#pragma once

#include "ir/Program.h"
#include "planning/PlannedProgram.h"
#include "support/Remarks.h"

#include <vector>

namespace llvm {
class raw_ostream;
}

namespace hocket::planning {

/// One for each region on several clusters, and for what keeps others on one.
std::vector<Remark> cacheRemarks(const ir::Program &program,
                                 const PlannedProgram &planned);

/// For --print-after=scheduling: what is written back and dropped; nothing for
/// regions whose cores are coherent.
void printCaches(const ir::Program &program, const PlannedRegion &region,
                 llvm::raw_ostream &out);

} // namespace hocket::planning
