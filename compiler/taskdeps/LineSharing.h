// SPDX-License-Identifier: Apache-2.0
//
// Which chunks of which tasks may write parts of one line of a cache. Places
// are numbered by lines, from bases that the region's entry finds at the start
// of one; then whether two writes meet in a line is asked as whether they meet
// in a byte is (RegionDependences.h). Internal to taskdeps.
#pragma once

#include "taskdeps/ChunkRelation.h"
#include "taskdeps/MemoryRequest.h"
#include "taskdeps/RegionMemory.h"
#include "taskdeps/TaskAccesses.h"
#include "taskdeps/TaskDependence.h"

#include <map>
#include <set>
#include <vector>

namespace hocket::polyhedral {

class LineSharing {
public:
  /// What is handed over has to outlive this.
  LineSharing(AffineModel &model, const std::vector<LoopVerdict> &verdicts,
              const TaskTable &table,
              const std::vector<TaskDependence> &dependences,
              const MemoryRequest &request, RegionMemory &memory);

  /// Fills in RegionMemory::together, grains and aligned.
  void find();
  /// The same without a question: all chunks of tasks that write.
  void assumeAll();

private:
  using Pairs = std::vector<char>; ///< row-major, by chunk

  bool isOfCopy(const TaskFacts &task, const TaskAccess &access) const;
  std::vector<const TaskAccess *> writesOf(const TaskFacts &task) const;
  void compare(TaskId from, TaskId to);
  void addPairs(TaskId from, TaskId to, const Pairs &pairs);
  /// Nothing: anywhere, for all that is known.
  std::optional<isl::set> meet(const TaskAccess &x, const TaskAccess &y);
  isl::set linesMeet(const TaskAccess &x, const TaskAccess &y) const;
  isl::set runsOf(const TaskAccess &access, const char *suffix);
  bool beginsAtLine(const Base &base);
  bool keepsToOwnLines(const TaskAccess &access);
  const TaskDependence *dependence(TaskId from, TaskId to) const;
  bool isOrdered(TaskId from, TaskId to, uint32_t fromChunk,
                 uint32_t toChunk) const;
  std::optional<LineGrain> grainFor(const TaskFacts &task);

  AffineModel &model_;
  const std::vector<LoopVerdict> &verdicts_;
  const TaskTable &table_;
  const std::vector<TaskDependence> &dependences_;
  const MemoryRequest &request_;
  RegionMemory &memory_;
  ChunkSets chunkSets_;
  std::set<ir::ObjectId> aligned_;
  std::map<const analysis::EffectItem *, bool> keepsToOwn_;
};

} // namespace hocket::polyhedral
