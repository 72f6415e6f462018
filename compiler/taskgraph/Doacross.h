// SPDX-License-Identifier: Apache-2.0
//
// Into how many chunks a loop with DOACROSS chunks is cut.
//
// Chunk c of a repetition of the loop around waits for chunk c - 1 of the same
// repetition. If besides it waits only for chunks c and before of the
// repetition before, as in `a[i][j] = f(a[i-1][j], a[i][j-1])`, one chunk for
// each core suffices: the cores follow each other, a chunk apart (a wavefront).
// If it waits for chunk c + 1 too, as a stencil in place does in the next
// sweep, a core can start its next sweep only when its neighbour has done the
// first chunk of this one; with several chunks for each core that is early
// enough. If it waits for chunks further on, nothing overlaps.
#pragma once

#include "taskgraph/FormRegions.h"

#include <vector>

namespace hocket::taskgraph {

/// \returns whether the options were changed, so that regions must be formed
/// anew; that ends, for a loop only goes from one chunk for each core to
/// several and from several to none.
bool settleDoacross(const std::vector<TaskGraph> &graphs,
                    RegionOptions &options);

} // namespace hocket::taskgraph
