// SPDX-License-Identifier: Apache-2.0
//
// Candidates for a better order. A loop is *sunk*: distributed over all that
// its body does, and put innermost around each part, in pieces that stay in the
// nearest cache:
//
//   for j { A; for k B; C }
//     becomes  for each piece of j { for j in it A; for k for j in it B;
//                                    for j in it C }
//
// It is interchange where the nest is perfect, and distribution and interchange
// where it is not (Allen and Kennedy 2001, ch. 5 and 6); cutting it into pieces
// first is strip-mining, so that what is carried from part to part fits.
#pragma once

#include "transformation/nest/Nest.h"

#include <optional>
#include <vector>

namespace hocket::transformation {

/// All orders with one more loop sunk: over the whole body, or for one part of
/// it alone.
std::vector<Reordered> sinkings(const Nest &nest, const Reordered &from);

} // namespace hocket::transformation
