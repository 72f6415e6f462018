// SPDX-License-Identifier: Apache-2.0
#include "scheduling/Handover.h"

#include <algorithm>
#include <map>

namespace hocket::scheduling {

Handover betweenClusters(const Problem &problem, uint32_t from, uint32_t to) {
  if (from == to)
    return {problem.syncNs, problem.nsPerByte};
  for (const ClusterLink &link : problem.links)
    if (std::minmax(link.from, link.to) == std::minmax(from, to))
      return {link.syncNs, link.nsPerByte};
  return {problem.syncAcrossNs, problem.nsPerByteAcross};
}

Handover betweenCores(const Problem &problem, CoreIndex from, CoreIndex to) {
  if (from == to)
    return {};
  return betweenClusters(problem, problem.cluster[from], problem.cluster[to]);
}

Handovers::Handovers(const Problem &problem) {
  std::map<uint32_t, size_t> numbers;
  std::vector<uint32_t> clusters;
  for (uint32_t cluster : problem.cluster) {
    auto [at, isNew] = numbers.try_emplace(cluster, clusters.size());
    if (isNew)
      clusters.push_back(cluster);
    clusterOf_.push_back(at->second);
  }
  clusters_ = clusters.size();
  for (uint32_t from : clusters)
    for (uint32_t to : clusters) {
      const Handover handover = betweenClusters(problem, from, to);
      auto at = std::find(kinds_.begin(), kinds_.end(), handover);
      kind_.push_back(uint32_t(at - kinds_.begin()));
      if (at == kinds_.end())
        kinds_.push_back(handover);
    }
}

} // namespace hocket::scheduling
