// SPDX-License-Identifier: Apache-2.0
//
// One Heap object for each call of a function that allocates for its caller.
//
// `xmalloc`, `new_matrix` and their like contain the only call of malloc, so
// that all they ever return would be one object. Where such a function lets no
// pointer to what it allocates out but by its result, the objects of two of its
// calls are as different as those of two calls of malloc: each call gets names
// of its own for them (heap cloning; Lattner, Lenharth and Adve, PLDI 2007).
//
// Needs: a Program fresh from the frontend. Promises: only Heap objects and
// CallSite::heapClones are added. Runs once, before computeEffects; leaving it
// out costs precision alone.
#pragma once

#include "analysis/pointsto/PointsTo.h"
#include "ir/Program.h"

namespace hocket::analysis {

/// \returns whether the program's pointers could be followed for that; if not,
/// nothing is added.
PointersAre separateHeaps(ir::Program &program);

} // namespace hocket::analysis
