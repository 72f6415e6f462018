// SPDX-License-Identifier: Apache-2.0
//
// Which cores a program may have.
#include "soc/SocSpec.h"

#include <algorithm>

namespace hocket::soc {

bool SocSpec::areCoherent(uint32_t cluster, uint32_t other) const {
  return cluster == other ||
         (clusters[cluster].isCoherent && clusters[other].isCoherent);
}

bool SocSpec::canWorkTogether(uint32_t cluster, uint32_t other) const {
  const Cluster &a = clusters[cluster], &b = clusters[other];
  return cluster == other || ((spansClusters || areCoherent(cluster, other)) &&
                              !(a.isExclusive && b.isExclusive));
}

unsigned SocSpec::lineBytes() const {
  unsigned longest = 0;
  for (const Core &core : cores)
    for (const Cache &cache : types[core.type].caches)
      longest = std::max(longest, cache.lineBytes);
  return longest == 0 ? Cache().lineBytes : longest;
}

std::vector<uint32_t> SocSpec::usableCores(unsigned most) const {
  std::vector<uint32_t> usable;
  for (uint32_t i = 0; i < cores.size(); ++i)
    if (!cores[i].isForOs)
      usable.push_back(i);
  std::sort(usable.begin(), usable.end(), [&](uint32_t a, uint32_t b) {
    double capacityA = types[cores[a].type].capacity;
    double capacityB = types[cores[b].type].capacity;
    if (capacityA != capacityB)
      return capacityA > capacityB;
    return cores[a].id < cores[b].id;
  });
  // Each cluster against those before it, not each core: there are few.
  std::vector<uint32_t> chosen;
  auto isLeftOut = [&](uint32_t position) {
    uint32_t cluster = cores[position].cluster;
    if (std::count(chosen.begin(), chosen.end(), cluster))
      return false;
    bool fits = std::all_of(chosen.begin(), chosen.end(), [&](uint32_t other) {
      return canWorkTogether(cluster, other);
    });
    if (fits)
      chosen.push_back(cluster);
    return !fits;
  };
  usable.erase(std::remove_if(usable.begin(), usable.end(), isLeftOut),
               usable.end());
  std::stable_partition(usable.begin(), usable.end(), [&](uint32_t core) {
    return areCoherent(cores[core].cluster, cores[usable.front()].cluster);
  });
  if (most != 0 && usable.size() > most)
    usable.resize(most);
  return usable;
}

} // namespace hocket::soc
