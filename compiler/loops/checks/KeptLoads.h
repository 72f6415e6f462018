// SPDX-License-Identifier: Apache-2.0
//
// Loads that chunks of a loop make once: pointers and integers in memory, such
// as the members of a record behind a pointer, that no iteration changes.
//
// A compiler moves most of them out of the loop by itself. Not those that the
// user's text makes under a condition, `if (inside) g->ex[c] += ...`, unless it
// knows where `g` leads, which it no longer does once the record's address is
// in a region's frame; and not those that a store in the loop might change for
// all that it knows.
#pragma once

#include "symbolic/AffineModel.h"
#include "verdict/LoopVerdict.h"

#include <vector>

namespace hocket::polyhedral {

/// Those in the loop's own text that a compiler would leave there. They rest on
/// what the verdict rests on. Uses isl: throws if the budget is spent.
/// \param model of the loop, with all that its verdict was made of
/// \param bases pointers in memory that its accesses go by
std::vector<KeptLoad> keptLoads(AffineModel &model,
                                const std::vector<Base> &bases);

} // namespace hocket::polyhedral
