// SPDX-License-Identifier: Apache-2.0
//
// Loops in clones that need no marks where all that they access has been
// touched before.
//
// The idea. A mark does nothing but for the first touch of a byte, and after
// the first iteration of the tried loop that is what most marks of scratch
// memory come to; but they keep compilers from making vectors, and cost more
// than the accesses. A counted loop whose addresses are linear in its iterator
// says before it begins which places it comes to: the clone looks at these at
// once, and then runs the user's text. So does a loop with such loops inside,
// if their headers stay the same in it. Of subscripts that are not linear, but
// of which types, masks or the array's declaration say how far they go, all
// that they may come to is looked at.
#pragma once

#include "analysis/Effects.h"
#include "dataflow/ProgramIndex.h"
#include "speculation/loop/SpeculativeLoop.h"

namespace hocket::speculation {

/// Loops below `root` without loops inside, at least half of whose marks fall
/// on places that are known as the loop begins; and loops around such ones of
/// all of whose marks that is true. Outer ones come first.
/// \param code of what is below `root`
std::vector<CoveredLoop> coveredLoops(const polyhedral::ProgramIndex &index,
                                      const analysis::Effects &effects,
                                      bool strictAliasing, ir::NodeId root,
                                      const Instrumented &code);

} // namespace hocket::speculation
