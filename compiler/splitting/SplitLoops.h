// SPDX-License-Identifier: Apache-2.0
//
// Loops that are not parallel but have parallel parts are split.
//
// Needs: a program whose loops have been classified. Promises: the loops that
// replace one do the same together when each runs as its verdict says; at least
// one of them is parallel; loops inside them that were parallel are so still.
// The program's text and the sequential version of everything stay as they are.
#pragma once

#include "loops/context/LoopOptions.h"
#include "verdict/LoopVerdict.h"

namespace hocket::polyhedral {

/// Changes the program (see splitting/SplitLoop.h) with its effects, and
/// puts the verdicts of its parts in the place of that of a loop that was
/// split.
void splitLoops(ir::Program &program, analysis::Effects &effects,
                std::vector<LoopVerdict> &verdicts, const LoopOptions &options);

} // namespace hocket::polyhedral
