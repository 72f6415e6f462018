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

/// Of the file of --profile-use; empty without one. What cannot be used is a
/// warning.
/// \param program as the front end read it.
profile::SourceMeasures readMeasures(const ir::Program &program,
                                     Compilation &c);

/// What profiles call a chip: its name, and of this machine which one it is.
std::string chipName(const soc::SocSpec &soc);

/// The units with counters; empty if there is nothing to count.
std::vector<codegen::EmittedUnit>
profiledUnits(const ir::Program &program, const analysis::Effects &effects,
              const std::vector<polyhedral::LoopVerdict> &verdicts,
              const Compilation &c);

} // namespace hocket::driver
