// SPDX-License-Identifier: Apache-2.0
//
// When the data of a task have arrived on each core, for schedulers that try
// all cores: in the time of its predecessors and of the cores, not of both
// multiplied. What comes from another core arrives everywhere in a cluster at
// once; so of each cluster the latest arrival is kept, and the latest of data
// from other cores than that one's. Internal to the schedulers.
#pragma once

#include "scheduling/Graph.h"
#include "scheduling/Handover.h"

#include <algorithm>
#include <vector>

namespace hocket::scheduling {

class Arrivals {
public:
  explicit Arrivals(const Graph &graph)
      : graph_(graph), handovers_(graph.problem()), own_(graph.problem().cores),
        latest_(handovers_.clusters()) {}

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
      for (size_t cluster = 0; cluster < latest_.size(); ++cluster)
        latest_[cluster].add(
            from.end + handovers_.into(cluster, from.core).ns(pred.bytes),
            from.core);
    }
  }

  /// What PartialSchedule::dataReady says of the task that was computed.
  double at(CoreIndex core) const {
    const Latest &latest = latest_[handovers_.clusterOf(core)];
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
  Handovers handovers_;
  std::vector<double> own_; ///< by core: of what is there already
  std::vector<CoreIndex> touched_;
  std::vector<Latest> latest_; ///< by cluster
};

} // namespace hocket::scheduling
