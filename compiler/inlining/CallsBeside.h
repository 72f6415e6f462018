// SPDX-License-Identifier: Apache-2.0
//
// Calls that stand beside independent work: `f(a); g(b);` outside of loops,
// where neither needs what the other does.
//
// Such a call is a lump for one core, or a region of its own that keeps all
// cores, as long as its function's loops are not in its caller's text. Written
// out in place, what is parallel in it is a level of the caller's task graph,
// and may have some of the cores while the rest do the other work (the layers
// of Kasahara's macro-dataflow: a subroutine block is a macro-task with a graph
// of its own inside). Whether that is less time, plans tell; here is only what
// may be tried.
//
// Needs: a Program with Effects. Promises: a call is named only if no effect
// that is known orders it and the work beside it, directly or through what
// stands between the two; objects decide, so two halves of one array count as
// dependent.
#pragma once

#include "analysis/Effects.h"
#include "ir/Program.h"

#include <map>
#include <vector>

namespace hocket::inlining {

/// By Leaf that calls a function with loops, and is in no loop: the other
/// children of its Block that have loops, or call functions with loops, and may
/// run at the same time.
std::map<ir::NodeId, std::vector<ir::NodeId>>
callsBesideWork(const ir::Program &program, const analysis::Effects &effects);

} // namespace hocket::inlining
