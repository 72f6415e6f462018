// SPDX-License-Identifier: Apache-2.0
#include "soc/ParseCosts.h"

#include "soc/Names.h"
#include "soc/Ranges.h"

#include <algorithm>

namespace hocket::soc {
namespace {

Dma readDma(const YamlValue &item, std::vector<SpecError> &errors) {
  Fields fields(item, "the DMA", errors);
  Dma dma;
  dma.startNs =
      fields.number("start-ns", nanoseconds, "what starting it takes");
  dma.bytesPerNs =
      fields.number("bytes-per-ns", bytesEachNs, "what it moves meanwhile");
  dma.channels = fields.countOr("channels", {1, 1024, ""}, 1);
  fields.reportUnknown();
  return dma;
}

/// Also checks it against those before it: each pair of clusters once.
Link readLink(const YamlValue &item, const Costs &costs,
              const std::vector<Cluster> &clusters,
              std::vector<SpecError> &errors) {
  Fields fields(item, "a link", errors);
  Link link;
  size_t before = errors.size();
  auto end = [&](std::string_view key) {
    return positionOf(fields.text(key, "the name of a cluster"), fields, key,
                      clusters, "cluster");
  };
  link.from = end("from");
  link.to = end("to");
  link.syncNs = fields.numberOr("sync-ns", nanoseconds, costs.syncAcrossNs);
  link.bytesPerNs =
      fields.numberOr("bytes-per-ns", bytesEachNs, costs.bytesPerNsAcross);
  fields.reportUnknown();
  if (errors.size() != before)
    return link;
  if (link.from == link.to)
    fields.error(fields.placeOf("to"),
                 "a link from a cluster to itself; expected two clusters");
  for (const Link &other : costs.links)
    if (std::minmax(link.from, link.to) == std::minmax(other.from, other.to)) {
      fields.error(fields.place(), "a second link between these clusters; "
                                   "expected one, which holds both ways");
      break;
    }
  return link;
}

} // namespace

Costs parseCosts(const YamlValue &item, const std::vector<Cluster> &clusters,
                 std::vector<SpecError> &errors) {
  Fields fields(item, "the costs", errors);
  Costs costs;
  costs.syncNs = fields.numberOr("sync-ns", nanoseconds, costs.syncNs);
  costs.syncAcrossNs =
      fields.numberOr("sync-across-ns", nanoseconds,
                      std::max(costs.syncAcrossNs, costs.syncNs));
  costs.regionEntryNs =
      fields.numberOr("region-entry-ns", nanoseconds, costs.regionEntryNs);
  costs.cacheCallNs =
      fields.numberOr("cache-call-ns", nanoseconds, costs.cacheCallNs);
  costs.cacheLineNs =
      fields.numberOr("cache-line-ns", nanoseconds, costs.cacheLineNs);
  costs.bytesPerNs =
      fields.numberOr("bytes-per-ns", bytesEachNs, costs.bytesPerNs);
  costs.bytesPerNsAcross =
      fields.numberOr("bytes-per-ns-across", bytesEachNs,
                      std::min(costs.bytesPerNsAcross, costs.bytesPerNs));
  costs.migrationUs = fields.numberOr("migration-us", microseconds, 0);
  costs.clusterSwitchUs = fields.numberOr("cluster-switch-us", microseconds, 0);
  if (const YamlValue *dma = fields.map("dma"))
    costs.dma = readDma(*dma, errors);
  for (const YamlValue &link : fields.list("links", "a list of links", false))
    costs.links.push_back(readLink(link, costs, clusters, errors));
  fields.reportUnknown();
  return costs;
}

} // namespace hocket::soc
