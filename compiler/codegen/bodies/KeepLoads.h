// SPDX-License-Identifier: Apache-2.0
//
// Pointers and integers in memory that a chunk loads once, before its loop, and
// names from then on: `float *const hk_l_g_ex = g->ex`.
#pragma once

#include "codegen/bodies/BodyContext.h"
#include "codegen/plan/BodyPlan.h"

namespace hocket::codegen {

/// Adds the locals to the plan, whose form is the chunk's and has its trip
/// count, and what they replace in the text of the loop's body. What names a
/// variable that the body has under another name, or not at all, stays.
void keepLoads(const BodyContext &body, const std::set<ir::ObjectId> &declared,
               BodyPlan &plan);

} // namespace hocket::codegen
