// SPDX-License-Identifier: Apache-2.0
//
// A core is, at each moment, in what began last of what has not ended: so its
// slices are walked through with those that are open on a stack.
#pragma once

#include "trace/Trace.h"

#include <algorithm>
#include <limits>

namespace hocket::trace {

/// Cuts a core's time into pieces in each of which it is in one slice.
/// \param piece called with the slice and the piece, in order of time.
template <typename Fn> void forEachPiece(const Core &core, Fn piece) {
  std::vector<const Slice *> open;
  Time at = 0;
  auto until = [&](Time end) {
    if (!open.empty() && end > at)
      piece(*open.back(), Interval{at, end});
    at = std::max(at, end);
  };
  auto close = [&](Time end) {
    while (!open.empty() && open.back()->end <= end) {
      until(open.back()->end);
      open.pop_back();
    }
  };
  for (const Slice &slice : core.slices) {
    close(slice.begin);
    until(slice.begin);
    open.push_back(&slice);
  }
  close(std::numeric_limits<Time>::max());
}

} // namespace hocket::trace
