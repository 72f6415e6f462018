// SPDX-License-Identifier: Apache-2.0
//
// What it costs on a chip to work together, as schedulers are given it.
#pragma once

#include "scheduling/Problem.h"
#include "soc/SocSpec.h"

#include <vector>

namespace hocket::taskgraph {

/// Fills in clusters, waits, data and links of a problem for these cores.
/// \param cores positions in `soc.cores` of the problem's, in order
/// \param callsCaches data for another cluster are written back on the one side
/// and dropped on the other, line by line
void takeHandovers(const soc::SocSpec &soc, const std::vector<uint32_t> &cores,
                   bool callsCaches, scheduling::Problem &problem);

} // namespace hocket::taskgraph
