// SPDX-License-Identifier: Apache-2.0
//
// From a profile to the nodes of a program.
//
// Two steps, since the program changes on its way. First each function is
// looked up as it was read: by its name, and by its file where several have the
// name; a function whose text has another hash is stale. Later, when calls are
// written out in place and loops are split, the figures go to all nodes that
// stand for the same loop, branch or call: those that come from its line.
#pragma once

#include "ir/Measured.h"
#include "profile/Places.h"
#include "profile/Profile.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace hocket::profile {

/// Figures by where they stand in the source: unit, file and line, and of each
/// kind those on the line in order of text.
struct SourceMeasures {
  using Line = std::tuple<ir::UnitId, std::string, uint32_t, PlaceKind>;
  std::string chip;
  double programRuns = 0, longestNs = 0, memoryNs = 0; ///< as in ir::Measured
  double khz = 0; ///< of the clock in all runs; 0: not known
  std::map<Line, std::vector<std::optional<ir::Measure>>> lines;
};

struct Attached {
  SourceMeasures measures;
  unsigned used = 0;                 ///< functions
  std::vector<ir::FunctionId> stale; ///< in order
  bool isForeign = false;            ///< there are functions, but it fits none
};

/// \param program as the front end read it.
Attached attach(const Profile &profile, const ir::Program &program);

/// \param program the same, or with calls written out and loops split.
ir::Measured spread(const SourceMeasures &measures, const ir::Program &program);

} // namespace hocket::profile
