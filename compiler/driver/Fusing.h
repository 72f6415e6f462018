// SPDX-License-Identifier: Apache-2.0
//
// Does the compiler behind hocketcc fuse products into sums?
#pragma once

#include "driver/TargetMachine.h"
#include "driver/command/Options.h"
#include "driver/fusing/SequentialFusing.h"
#include "transformation/nest/FindNest.h"

#include <set>
#include <string>
#include <vector>

namespace hocket::driver {

/// gcc does it where it optimizes, the machine that it compiles for has fused
/// operations, and neither -ffp-contract=off nor the standard that is asked for
/// forbids it: so it is asked for its predefined macros. Clang computes a sum
/// of a product beforehand as if it were fused on every machine. In doubt true.
/// \param macros TargetMachine::macros
bool mayFuse(const Options &options, const std::set<std::string> &macros);

/// The same, for loops in another order. With -ffp-contract=on, its default,
/// Clang fuses what stands in one expression, be it in vectors or not.
/// \param isAsNamed the compiler's own command has no options
transformation::Fusing nestFusing(const Options &options,
                                  const std::set<std::string> &macros,
                                  bool isAsNamed);

/// How each unit is compiled, for those who ask gcc what it fuses.
/// \param flags of each unit. \param compiler outlives it
SequentialBuild sequentialBuild(const Compiler &compiler,
                                std::vector<std::vector<std::string>> flags,
                                const TargetMachine &target);

/// Values of expressions may have more bits than their types, until they are
/// stored: on x86 without SSE2, or with -mfpmath=387.
/// \param macros as above; if there are none, true
bool hasExcess(const std::set<std::string> &macros);

/// Flags for units with nests in another order, before the user's own. At -O2
/// gcc makes vectors only of loops whose trip count it knows; the loops of such
/// nests were made to become vectors. None where vectors may change bits: where
/// it may fuse, and where values have more bits outside of vectors.
std::vector<std::string> vectorFlags(const Options &options,
                                     const std::set<std::string> &macros);

} // namespace hocket::driver
