// SPDX-License-Identifier: Apache-2.0
//
// Marks of what has been touched before on every way to them: they would do
// nothing (availability of expressions, as in Aho, Lam, Sethi, Ullman,
// Compilers, 9.2.6, of places in memory; for checks of races, Flanagan and
// Freund, "RedCard: redundant check elimination for dynamic race detectors",
// ECOOP 2013).
//
// Within a function places are known by the expressions of their addresses;
// variables with static storage in all functions, by what is known wherever
// these are called.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "speculation/loop/SpeculativeLoop.h"

namespace hocket::speculation {

/// Takes such marks out of the loop's code and that of its functions.
/// \param whole the loop, or the Block of a split one's parts
void dropRepeatedMarks(const polyhedral::ProgramIndex &index, ir::NodeId whole,
                       SpeculativeLoop &loop);

} // namespace hocket::speculation
