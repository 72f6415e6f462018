// SPDX-License-Identifier: Apache-2.0
//
// What it costs that one core goes on with what another one has done: the wait,
// and the data. Cores of a cluster are near each other; between clusters it
// takes what it takes between most of them, or what the chip says of the two.
#pragma once

#include "scheduling/Problem.h"

#include <vector>

namespace hocket::scheduling {

struct Handover {
  double waitNs = 0, nsPerByte = 0;
  double ns(uint64_t bytes) const { return waitNs + double(bytes) * nsPerByte; }
  auto operator<=>(const Handover &) const = default;
};

/// Between two clusters, or in one, which need not be those of two cores.
Handover betweenClusters(const Problem &problem, uint32_t from, uint32_t to);

/// Between two cores; nothing for one core.
Handover betweenCores(const Problem &problem, CoreIndex from, CoreIndex to);

/// All handovers of a problem, each once, and which of them holds between two
/// clusters: for loops that ask for many.
class Handovers {
public:
  explicit Handovers(const Problem &problem);

  const std::vector<Handover> &kinds() const { return kinds_; }
  /// \returns a position in kinds(). \param from, to different cores
  uint32_t kindOf(CoreIndex from, CoreIndex to) const {
    return kind_[clusterOf_[from] * clusters_ + clusterOf_[to]];
  }
  const Handover &between(CoreIndex from, CoreIndex to) const {
    return kinds_[kindOf(from, to)];
  }
  /// Clusters with cores, counted from 0 in the order in which they come.
  size_t clusters() const { return clusters_; }
  size_t clusterOf(CoreIndex core) const { return clusterOf_[core]; }
  /// Into such a cluster from a core of another one, or of the same.
  const Handover &into(size_t cluster, CoreIndex from) const {
    return kinds_[kind_[clusterOf_[from] * clusters_ + cluster]];
  }

private:
  size_t clusters_ = 0;
  std::vector<size_t> clusterOf_; ///< by core
  std::vector<Handover> kinds_;
  std::vector<uint32_t> kind_; ///< by pair of clusters
};

} // namespace hocket::scheduling
