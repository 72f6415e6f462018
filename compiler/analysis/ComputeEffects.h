// SPDX-License-Identifier: Apache-2.0
//
// From a program to the effects of its statements (Effects.h).
//
// Needs: a Program. Promises: what Effects.h says of every item. Points-to is
// flow-insensitive over the whole program (Andersen 1994); calls are summarised
// bottom-up over the call graph's strongly connected components.
#pragma once

#include "analysis/Effects.h"
#include "analysis/pointsto/PointsTo.h"

namespace hocket::analysis {

/// \param program closed or not; see Program::isClosed for what is assumed.
/// \param pointers what separateHeaps said of it.
Effects computeEffects(const ir::Program &program,
                       const EffectOptions &options = {},
                       PointersAre pointers = PointersAre::Followed);

} // namespace hocket::analysis
