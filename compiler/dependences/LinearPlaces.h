// SPDX-License-Identifier: Apache-2.0
//
// When linear addresses with one base are the same, or near each other. Sets
// are over the symbols of both instances (kFirst, kSecond).
#pragma once

#include "symbolic/Accesses.h"

#include <optional>

namespace hocket::polyhedral {

/// { : [a, a + sizeA) and [b, b + sizeB) have a byte in common }: one affine
/// function, the way from the second to the first, is within (-sizeA, sizeB).
/// Where all its values are a multiple away from that, nobody needs to ask isl.
isl::set bytesOverlap(const AffineModel &model, const Polynomial &a,
                      uint32_t sizeA, const Polynomial &b, uint32_t sizeB);

/// { : a = b }
isl::set areEqual(const AffineModel &model, const Polynomial &a,
                  const Polynomial &b);

/// { : the two meet, where their `bounds` hold }. Their parts, from the
/// innermost on, are digits of a number whose radix they share: with the ways
/// between the rests multiples of an extent, and the parts nearer than that,
/// both have to agree (Maslov, "Delinearization", PLDI 1992, where the extents
/// are declared). isl decides many small equations sooner than one with large
/// coefficients. Nothing: the parts do not tell.
std::optional<isl::set> partsMeet(const AffineModel &model,
                                  const MemoryAccess &a, const MemoryAccess &b);

} // namespace hocket::polyhedral
