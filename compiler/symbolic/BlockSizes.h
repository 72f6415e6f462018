// SPDX-License-Identifier: Apache-2.0
//
// How large the block is that a pointer leads to, where one statement before
// the loop allocates it: `p = malloc(n * sizeof *p)`.
#pragma once

#include "symbolic/AffineModel.h"

#include <optional>

namespace hocket::polyhedral {

/// Bytes, as a value on entry to the model's root, a loop. That the block is
/// still there is for the caller to know.
std::optional<Polynomial> sizeOfBlock(AffineModel &model, const Base &base);

} // namespace hocket::polyhedral
