// SPDX-License-Identifier: Apache-2.0
//
// Which parts of each function become regions.
//
// Needs: Program, Effects, loop verdicts. Promises: regions do not overlap;
// each is a run of siblings that nothing jumps out of; every chunked loop is
// Doall or Reduction with checks that can be made on entry; whatever is not
// replicated or chunked is a Whole task. Whether a region pays is decided
// later, from costs.
//
// The idea. From the outside in: a run of siblings becomes a region if it has
// parallel loops or independent heavy parts; sequential loops and branches
// whose control every core can follow by itself are expanded, so that a time
// loop around parallel loops is inside. Where more parallel work can be had in
// several smaller regions than in one large one, the smaller ones are taken.
#pragma once

#include "analysis/Effects.h"
#include "ir/Measured.h"
#include "taskgraph/CoreSpeeds.h"
#include "taskgraph/Region.h"
#include "verdict/LoopVerdict.h"

#include <map>
#include <set>
#include <utility>

namespace hocket::taskgraph {

struct RegionOptions {
  unsigned cores = 2;
  CoreSpeeds speeds;
  /// Cores of the first cluster and those coherent with it, and what is to run
  /// on these alone: regions with such a task have no others.
  unsigned firstCores = 0;
  std::set<ir::NodeId> onOneCluster;
  /// At which iterations chunks of loops begin, so that lines of caches do.
  std::map<ir::NodeId, polyhedral::LineGrain> lineGrains;
  /// Loops that are not worth chunking, and calls not worth a task, as found by
  /// an earlier round of costs; empty at first.
  std::set<ir::NodeId> tooSmall;
  /// How many chunks for each core a loop with DOACROSS chunks has; 1 where
  /// nothing is said, 0: it is not cut.
  std::map<ir::NodeId, unsigned> doacross;
  /// Loops that a group of so many cores runs: how many they are cut for.
  std::map<ir::NodeId, unsigned> groups;
  /// Loops that do not pay as pipelines, as found by an earlier round.
  std::set<ir::NodeId> noPipelines;
  /// No region with tasks that call functions of the program: inside it their
  /// own regions would run sequentially.
  bool noCallTasks = false;
  /// What uses other cores by itself, if no region is around: of consecutive
  /// children of a block, regions end before them.
  std::set<ir::NodeId> apart;
  /// Loops that other processes are to run ahead: no region is in them.
  std::set<ir::NodeId> tried;
  /// Runs that do not pay as a region, by their first and last child: look for
  /// smaller ones, and further inside.
  std::set<std::pair<ir::NodeId, ir::NodeId>> notAsRegion;
  /// From a profile; may be null.
  const ir::Measured *measured = nullptr;
};

std::vector<Region>
formRegions(const ir::Program &program, const analysis::Effects &effects,
            const std::vector<polyhedral::LoopVerdict> &verdicts,
            const RegionOptions &options);

} // namespace hocket::taskgraph
