// SPDX-License-Identifier: Apache-2.0
//
// Unequal work on unlike cores: where a loop's iterations grow or shrink, and
// the cores are not equally fast, which iterations each of them gets so that
// all end together.
//
// Each core has two chunks, one from the front of the loop and its mirror image
// from the back, both as wide as the core is fast. Of work that grows evenly,
// such a pair is as much as its width says, however steep the growth is: an
// estimate of it that is wrong does no harm. Where it grows otherwise the
// widths make up for that.
#pragma once

#include <vector>

namespace hocket::taskgraph {

/// As Chunks::cuts and Chunks::shares; core c has chunk c and the c-th from the
/// end. Both empty: there are too few parts.
struct UnlikeChunks {
  std::vector<unsigned> cuts;
  std::vector<double> shares;
};

/// In as few parts as bring the last core's end within
/// policy.region.unevenCuts of the end that all would share.
/// \param speeds of the cores, positive, in any unit; two at least
/// \param work of equal parts of the loop in order, in sum 1
UnlikeChunks unlikeChunks(const std::vector<double> &speeds,
                          const std::vector<double> &work);

} // namespace hocket::taskgraph
