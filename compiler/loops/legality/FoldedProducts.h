// SPDX-License-Identifier: Apache-2.0
//
// Loops in which a compiler may compute a product beforehand in some iterations
// and fuse it into a sum in others. Which iterations these are depends on the
// loop as a whole, so no part of it may be compiled by itself
// (docs/rationale/same-bits.md).
#pragma once

#include "loops/context/LoopContext.h"
#include "loops/context/LoopOptions.h"

namespace hocket::polyhedral {

/// The loop, or what it calls, has a product of complex numbers, of which
/// nobody knows which parts are fused; or such a product, products may be
/// fused, and compilers do some iterations of such a loop apart from the
/// others: those of innermost loops are peeled, left over by vectors, or all
/// unrolled; of loops around others only few iterations are unrolled
/// (policy.loops.unrolledWhole).
Refused refuseFolded(const ir::Program &program, ir::NodeId loop,
                     const LoopOptions &options);

} // namespace hocket::polyhedral
