// SPDX-License-Identifier: Apache-2.0
//
// The two options about profiles, as the pipeline sees them: what
// --profile-generate makes of the program, and what --profile-use=FILE says
// about it.
#pragma once

#include "codegen/EmitProgram.h"
#include "driver/Compilation.h"
#include "profile/Attach.h"

#include <string>
#include <vector>

namespace hocket::driver {

/// Of the files of --profile-use; empty without one. All figures are the first
/// one's, but for what waits for memory, which the others show, of the same
/// runs at other clocks. What cannot be used is a warning.
/// \param program as the front end read it.
profile::SourceMeasures readMeasures(const ir::Program &program,
                                     Compilation &c);

/// The chip with its cores as fast as the first file of --profile-use says, if
/// it was made for this chip; else as it is.
soc::SocSpec withMeasuredSpeeds(soc::SocSpec soc,
                                const std::vector<std::string> &profiles);

/// What profiles call a chip: its name, and of this machine which one it is.
std::string chipName(const soc::SocSpec &soc);

/// The units with counters; empty if there is nothing to count.
std::vector<codegen::EmittedUnit>
profiledUnits(const ir::Program &program, const analysis::Effects &effects,
              const std::vector<polyhedral::LoopVerdict> &verdicts,
              const Compilation &c);

} // namespace hocket::driver
