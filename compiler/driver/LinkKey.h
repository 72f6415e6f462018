// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "driver/TargetMachine.h"
#include "driver/command/Options.h"
#include "driver/system/Compiler.h"
#include "driver/units/LinkedProgram.h"
#include "soc/SocSpec.h"

#include <string>

namespace hocket::driver {

/// The key of what is made of a linked program, by all that decides it; empty
/// where not all of that is known, or where more is asked for than the program
/// and its remarks.
std::string linkKey(const Options &asked, const LinkedProgram &linked,
                    const Compiler &compiler, const TargetMachine &target,
                    const soc::SocSpec &soc);

} // namespace hocket::driver
