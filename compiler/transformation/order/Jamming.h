// SPDX-License-Identifier: Apache-2.0
//
// Unroll-and-jam: a few iterations of outer loops run side by side in the
// innermost one, which loads once what they share and stores once what they add
// up. Chains of operations that each wait for the one before run several at a
// time. It is a loop cut into short pieces that are moved inwards, inside the
// innermost loop; compilers unroll them. (Callahan, Carr and Kennedy,
// "Improving register allocation for subscripted variables", PLDI 1990; Carr
// and Kennedy, "Improving the ratio of memory operations to floating-point
// operations in loops", TOPLAS 1994.)
#pragma once

#include "transformation/nest/NestModel.h"
#include "transformation/order/Traffic.h"

#include <map>
#include <vector>

namespace hocket::transformation {

/// Orders with one or two loops jammed into the innermost loop that most runs
/// are in, where enough loads and stores are saved; the best first. Whether
/// they are legal is for the caller to ask.
/// \param trips of the loops whose number of iterations is known
/// \param isAlways also where nothing is saved, for tests
std::vector<Reordered> jammings(NestModel &model,
                                const std::vector<Traffic> &traffic,
                                const std::map<ir::NodeId, int64_t> &trips,
                                const Reordered &from, bool isAlways);

} // namespace hocket::transformation
