// SPDX-License-Identifier: Apache-2.0
//
// The iterations of a part of a split loop (ir::LoopPart).
//
// What bounds a part is a set of constraints in any case; where the part's
// first value or its bound is a polynomial whatever the trip count, it takes
// the place of the loop's own, so that the part is a counted loop like others.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// See AffineModel.
std::optional<Polynomial> iteratorAt(ModelData &m, ir::NodeId loop,
                                     const LoopShape &shape,
                                     const ir::IterationPoint &point);

/// To the iterations that the loop, a part, does.
void restrictToPart(ModelData &m, LoopShape &shape, ir::NodeId loop);

} // namespace hocket::polyhedral
