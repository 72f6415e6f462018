// SPDX-License-Identifier: Apache-2.0
//
// Operating points for a program's parts, where the command asks for an
// objective or a loop has a deadline.
#pragma once

#include "driver/Compilation.h"
#include "ir/Program.h"
#include "planning/PlannedProgram.h"
#include "power/prices/ChoosePrices.h"

#include <optional>

namespace hocket::driver {

/// Throws UserError where the objective needs figures that the SoC spec has
/// not; so early that nothing has been compiled.
void checkObjective(const Options &options, const soc::SocSpec &soc);

/// Of what one core runs alone, then of the regions in order; nothing where it
/// is not asked for, or the chip does not allow it. A remark on each part.
/// \param deadlines loops with a deadline
std::optional<power::Prices> planClocks(const ir::Program &program,
                                        const planning::PlannedProgram &planned,
                                        unsigned deadlines, Compilation &c);

} // namespace hocket::driver
