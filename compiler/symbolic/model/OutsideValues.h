// SPDX-License-Identifier: Apache-2.0
//
// What a variable was given before the root was entered, as in
//
//   const int *old = best[from];
//   int *row = best[1 - from];
//   for (c = 0; c < n; c++) row[c] = old[c];
//
// Told as places in `best`, the two never meet, whatever `from` is. The walk is
// that of ReachingValues.h, from the root upwards: the assignment found runs
// before each entry of the root, in the same iteration of every loop around
// both, and nothing that its value is computed from changes until the root is
// left. So the value is that of the same expression on entry.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// The expression whose value the variable has on entry of the root, as the
/// root leaves it; None if that is not known. Its type may be another than the
/// variable's.
ir::ExprId definitionOutside(ModelData &m, ir::ObjectId object);

} // namespace hocket::polyhedral
