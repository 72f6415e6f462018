// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/ChipHandovers.h"

namespace hocket::taskgraph {

static double nsPerByte(double bytesPerNs) {
  return bytesPerNs > 0 ? 1 / bytesPerNs : 0;
}

void takeHandovers(const soc::SocSpec &soc, const std::vector<uint32_t> &cores,
                   bool callsCaches, scheduling::Problem &problem) {
  for (uint32_t core : cores)
    problem.cluster.push_back(soc.cores[core].cluster);
  const soc::Costs &costs = soc.costs;
  const double callNs = callsCaches ? 2 * costs.cacheCallNs : 0;
  const double callNsPerByte =
      callsCaches ? 2 * costs.cacheLineNs / soc.lineBytes() : 0;
  problem.syncNs = costs.syncNs;
  problem.nsPerByte = nsPerByte(costs.bytesPerNs);
  problem.syncAcrossNs = costs.syncAcrossNs + callNs;
  problem.nsPerByteAcross = nsPerByte(costs.bytesPerNsAcross) + callNsPerByte;
  for (const soc::Link &link : costs.links)
    problem.links.push_back({link.from, link.to, link.syncNs + callNs,
                             nsPerByte(link.bytesPerNs) + callNsPerByte});
}

} // namespace hocket::taskgraph
