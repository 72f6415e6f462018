// SPDX-License-Identifier: Apache-2.0
//
// Operating points for a program's parts, where the command asks for an
// objective or a loop has a deadline.
#pragma once

#include "driver/Compilation.h"
#include "ir/Program.h"
#include "planning/PlannedProgram.h"
#include "planning/ProgramTimes.h"
#include "power/prices/ChoosePrices.h"

#include <optional>

namespace hocket::driver {

/// Throws UserError where the objective needs figures that the SoC spec has
/// not; so early that nothing has been compiled.
void checkObjective(const Options &options, const soc::SocSpec &soc);

/// Somebody asks for it.
bool mayPlanClocks(unsigned deadlines, const Compilation &c);

/// Of Prices::parts, behind what one core runs alone and what all run.
inline constexpr std::size_t firstRegion = 2;

/// Of what one core runs alone, of what all run at once, then of the regions in
/// order; nothing where it is not asked for, or the chip or the program does
/// not allow it. A remark on each part.
/// \param times of the program; for its deadline, if it has one
/// \param threads what the program does with threads of its own, which would
/// run on clocks that are low; empty: nothing
/// \param deadlines loops with a deadline
std::optional<power::Prices>
planClocks(const ir::Program &program, const planning::PlannedProgram &planned,
           const std::optional<planning::ProgramTimes> &times,
           const std::string &threads, unsigned deadlines, Compilation &c);

} // namespace hocket::driver
