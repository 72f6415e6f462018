// SPDX-License-Identifier: Apache-2.0
//
// What makes a selection take without comparing: `at < 0 || x < best`.
//
// It asks a kept variable whether there is none yet, so it holds for all chunks
// on entry, or for none. After a branch has been taken it has to be false: then
// the first chunk that took by it is what the sequential loop has, and what
// later ones took is compared, as that loop would have done where they took it.
// One that begins anew later (`i == 9 || x < best`) is none: what chunks behind
// have compared with, the value on entry, may be better than what it takes. Nor
// may values be NaN: a chunk that takes one first keeps it.
#pragma once

#include "symbolic/AffineModel.h"

namespace hocket::polyhedral {

/// Chunks may take the alternative of a branch that selects; so they may if it
/// has none. Its variables are for the caller to check.
bool isUsableAlternative(AffineModel &model, ir::NodeId branch);

/// Does a text stand in another one?
bool isInText(const ir::TextRange &outer, const ir::TextRange &inner);

} // namespace hocket::polyhedral
