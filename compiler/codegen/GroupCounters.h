// SPDX-License-Identifier: Apache-2.0
//
// The numbers of a region's instances, where groups of its cores enter levels
// that the others do not.
//
// Flags wait for numbers of instances of levels, so all cores that run a level
// have to count alike. All of them count the levels that all run; the cores of
// a group count its levels apart, from the same number on, for no flag is in
// both. At the region's end core 0 takes the greatest number that any group has
// come to, so that the next entry goes on from there. A group without core 0
// tells it, by a flag of its own.
#pragma once

#include "codegen/frame/RegionContext.h"
#include "codegen/text/CWriter.h"
#include "taskgraph/RegionPlan.h"

#include <string>
#include <vector>

namespace hocket::codegen {

class GroupCounters {
public:
  GroupCounters(const RegionContext &c, const taskgraph::RegionPlan &plan);

  /// What a per-core program counts the instances of a level in.
  std::string counterOf(taskgraph::LevelIndex level) const;
  /// What groups tell core 0 by; empty if there are none without it.
  std::string emitEnds() const;
  /// At the beginning of a core's program.
  void begin(uint32_t core, CWriter &out) const;
  /// At its end. \param instance the number of the region's own level
  void end(uint32_t core, const std::string &instance, CWriter &out) const;

private:
  bool isIn(taskgraph::LevelIndex group, uint32_t core) const;
  std::string nameOf(taskgraph::LevelIndex group) const;

  const RegionContext &c_;
  const taskgraph::RegionPlan &plan_;
  /// Each by the first level that it runs inside its item.
  std::vector<taskgraph::LevelIndex> groups_;
};

} // namespace hocket::codegen
