// SPDX-License-Identifier: Apache-2.0
//
// How long a planned program takes, part by part, where a profile tells how
// long its runs were and how often they came to each region.
//
// Needs: a profile of the program on one core, and its regions with costs.
// Promises: plain numbers; no decision. Pure.
#pragma once

#include "ir/Measured.h"
#include "ir/Program.h"
#include "planning/PlannedProgram.h"

#include <optional>
#include <vector>

namespace hocket::planning {

/// Of the profile's longest run, with all clocks at their highest points;
/// nanoseconds.
struct ProgramTimes {
  double aloneNs = 0;            ///< what one core runs, outside of regions
  double aloneWaitingNs = 0;     ///< ... of that, waiting for memory
  std::vector<double> regionsNs; ///< in order of the program's
  double totalNs() const;
};

/// \param chip that is planned for, as in Measured::chip. Times of another one
/// are taken as much longer as the regions' tasks are by the machine model.
/// \returns nothing where the profile does not say how long runs were, or is of
/// another chip and no task of a region was timed
std::optional<ProgramTimes> programTimes(const ir::Program &program,
                                         const ir::Measured &measured,
                                         const std::string &chip,
                                         const PlannedProgram &planned);

} // namespace hocket::planning
