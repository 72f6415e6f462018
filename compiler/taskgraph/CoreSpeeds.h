// SPDX-License-Identifier: Apache-2.0
//
// How much of a loop each core gets where cores are unlike: in proportion to
// their speed, so that all chunks end together. All loops of a region are cut
// at the same places: what a chunk leaves is then where the next loop's chunk
// on that core looks for it.
#pragma once

#include "taskgraph/Region.h"
#include "taskgraph/RegionFacts.h"

#include <map>
#include <vector>

namespace hocket::taskgraph {

/// What is known of how fast the cores are; one figure for each of them.
struct CoreSpeeds {
  /// Relative speed by the SoC spec; empty: all cores are alike.
  std::vector<double> usual;
  /// Nanoseconds on each core of all runs of a loop together, as an earlier
  /// round estimated; empty at first.
  std::map<ir::NodeId, std::vector<double>> loopNs;
};

/// Shares of whole parts: Chunks::cuts for one chunk on each core. As few parts
/// as bring the last core's end within policy.region.unevenCuts of the end that
/// all would share; each core gets one at least. Empty: equal chunks do.
/// \param speeds positive, in any unit
std::vector<unsigned> cutsBySpeed(const std::vector<double> &speeds);

/// Cuts the region's loops that have one chunk for each core by speed: by what
/// is known of these loops, or else by the spec. A loop whose iterations take
/// unequal time is cut by its own times, into two chunks for each core
/// (shares/UnlikeChunks.h). Others stay as they are: searches, whose chunks
/// take blocks.
void cutBySpeed(const CoreSpeeds &speeds, const RegionFacts &facts,
                Region &region);

} // namespace hocket::taskgraph
