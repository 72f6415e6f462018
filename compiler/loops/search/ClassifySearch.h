// SPDX-License-Identifier: Apache-2.0
//
// Loops that search for the first iteration that ends them.
//
// Chunks look for the least such iteration k, each in its part of the
// iterations that the header alone would allow; then the loop itself is started
// anew, by one core, with iteration k - 1 (or, if none ends it, the last): it
// does k and what leaving takes, and leaves in all variables what the
// sequential program leaves, for nothing in k depends on earlier iterations but
// induction variables, and what lives on is assigned in each iteration that
// comes to its end.
//
// The chunks run iterations that the sequential program may not get to. So what
// they run must have no effect beyond private variables and may not trap: every
// address is proved to be within its object, for all iterations of the header.
// (A loop may look for a sentinel far beyond the end of an array.) Behind a
// pointer to who knows what, the entry tests that the bytes can be read, which
// is all that the machine asks. Values may overflow: nothing follows from the
// result of such an iteration.
#pragma once

#include "loops/context/LoopContext.h"
#include "loops/legality/Scalars.h"
#include "verdict/LoopVerdict.h"

#include <vector>

namespace hocket::polyhedral {

struct SearchEvidence {
  // As in LoopVerdict:
  std::vector<ir::NodeId> exits;
  std::vector<PrivateObject> privates;
  std::vector<InductionObject> inductions;
  std::vector<EntryCondition> conditions;
  bool writesErrno = false;
};

/// \param counted a loop of which isSearch holds.
Result<SearchEvidence> classifySearch(const LoopContext &counted);

} // namespace hocket::polyhedral
