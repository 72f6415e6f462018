// SPDX-License-Identifier: Apache-2.0
//
// What the tasks of a region do to memory, for cores of clusters whose caches
// are not coherent: what is to be written back and dropped, and who writes
// parts of one line. Plain data.
//
// Such a cluster writes back whole lines. Two tasks that write different bytes
// of one line, one on each cluster, would destroy each other's, unless one of
// them waits for the other, and the line is written back and dropped between.
#pragma once

#include "taskdeps/MacroTask.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hocket::polyhedral {

/// Memory, as a set of objects.
struct MemorySet {
  std::vector<ir::ObjectId> objects; ///< whole ones, by their names; sorted
  bool hasOther = false;             ///< and memory without a name

  bool isEmpty() const { return objects.empty() && !hasOther; }
  void add(ir::ObjectId object);
  void add(const MemorySet &other);
  bool contains(ir::ObjectId object) const;
  bool operator==(const MemorySet &) const = default;
};

/// Of what one has written, what another one touches: to be written back.
MemorySet wantedOf(const MemorySet &written, const MemorySet &touched);
/// Of what one touches, what another one has written: to be dropped.
MemorySet staleOf(const MemorySet &touched, const MemorySet &written);

struct TaskMemory {
  MemorySet reads, writes; ///< may be; the frame and private copies are not
};

/// A chunk of a task; 0 of what is not cut.
using ChunkOfTask = std::pair<TaskId, uint32_t>;

/// Where the chunks of a loop have to begin for each to have lines of its own:
/// at multiples of `grain`, less `phase`.
struct LineGrain {
  unsigned grain = 1, phase = 0;
  bool operator==(const LineGrain &) const = default;
};

struct RegionMemory {
  unsigned lineBytes = 64;
  std::vector<TaskMemory> tasks; ///< by task
  /// May write parts of one line, and nothing orders them: one cluster.
  std::vector<std::pair<ChunkOfTask, ChunkOfTask>> together;
  /// Loops with chunks among these, that would not be if they began so.
  std::map<ir::NodeId, LineGrain> grains;
  /// Whose addresses have to be multiples of a line for that to be all; of
  /// pointer variables: what they hold on entry. Sorted.
  std::vector<ir::ObjectId> aligned;
  /// Why the region cannot leave the cluster that enters it; empty: it can.
  std::string obstacle;
  ir::NodeId obstacleAt = ir::NodeId::None;
};

} // namespace hocket::polyhedral
