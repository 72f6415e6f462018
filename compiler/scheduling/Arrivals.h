// SPDX-License-Identifier: Apache-2.0
//
// When the data of a task have arrived on each core, for schedulers that try
// all cores: in the time of its predecessors and of the cores, not of both
// multiplied. What comes from another core arrives everywhere in a cluster at
// once; so of each cluster the latest arrival is kept, and the latest of data
// from other cores than that one's. Internal to the schedulers.
#pragma once

#include "scheduling/Graph.h"

#include <algorithm>
#include <map>
#include <vector>

namespace hocket::scheduling {

class Arrivals {
public:
  explicit Arrivals(const Graph &graph)
      : graph_(graph), own_(graph.problem().cores) {
    std::map<uint32_t, size_t> numbers;
    for (uint32_t cluster : graph.problem().cluster)
      clusterOf_.push_back(
          numbers.try_emplace(cluster, numbers.size()).first->second);
    latest_.resize(numbers.size());
  }

  /// All predecessors of the task must be placed.
  void compute(const PartialSchedule &schedule, TaskIndex task) {
    for (CoreIndex core : touched_)
      own_[core] = 0;
    touched_.clear();
    std::fill(latest_.begin(), latest_.end(), Latest());
    const Problem &problem = graph_.problem();
    for (const Neighbour &pred : graph_.preds(task)) {
      const Placement &from = schedule.placement(pred.task);
      // What a unit has done, the core that has started it waits for, too.
      own_[from.core] = std::max(own_[from.core],
                                 from.end + (from.unit ? problem.syncNs : 0));
      touched_.push_back(from.core);
      if (pred.onlyOnSameCore)
        continue;
      double bytes = double(pred.bytes);
      double near = problem.syncNs + bytes * problem.nsPerByte;
      double far = problem.syncAcrossNs + bytes * problem.nsPerByteAcross;
      for (size_t cluster = 0; cluster < latest_.size(); ++cluster)
        latest_[cluster].add(
            from.end + (cluster == clusterOf_[from.core] ? near : far),
            from.core);
    }
  }

  /// What PartialSchedule::dataReady says of the task that was computed.
  double at(CoreIndex core) const {
    const Latest &latest = latest_[clusterOf_[core]];
    return std::max(own_[core],
                    latest.core == core ? latest.elsewhere : latest.time);
  }

private:
  struct Latest {
    double time = 0;
    CoreIndex core = ~CoreIndex(0); ///< that it comes from
    double elsewhere = 0;           ///< of what comes from other cores
    void add(double other, CoreIndex from) {
      if (from == core) {
        time = std::max(time, other);
      } else if (other > time) {
        elsewhere = time;
        time = other;
        core = from;
      } else {
        elsewhere = std::max(elsewhere, other);
      }
    }
  };

  const Graph &graph_;
  std::vector<size_t> clusterOf_; ///< of each core, numbered from 0
  std::vector<double> own_;       ///< by core: of what is there already
  std::vector<CoreIndex> touched_;
  std::vector<Latest> latest_; ///< by cluster
};

} // namespace hocket::scheduling
