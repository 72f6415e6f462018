// SPDX-License-Identifier: Apache-2.0
//
// The strides of a family of linearized subscripts: products of parameters that
// multiply what varies, and what all addresses have in common. A parameter may
// stand for itself plus a number: of i * width + j with width = m + 1, the
// stride is m + 1, though the address is i * m + i + j.
#pragma once

#include "symbolic/Accesses.h"

#include <map>
#include <optional>
#include <vector>

namespace hocket::polyhedral {

struct Strides {
  bool isValid = true;
  std::vector<Monomial> monomials; ///< largest first, ends with the empty one
  std::vector<int64_t> factors;    ///< a coefficient for each
  /// Parameters that stand for themselves plus this in what is above and below.
  std::map<SymbolId, int64_t> shifts;
  Polynomial origin; ///< part of all addresses, taken off
  /// The addresses, as long as other strides may be better.
  std::vector<MemoryAccess> undecided;
};

/// The strides of addresses in which parameters stand for a sum.
/// \param accesses all of the family, which have addresses.
Strides stridesOf(const AffineModel &model, std::vector<MemoryAccess> accesses,
                  std::map<SymbolId, int64_t> shifts = {});

/// What the parameters may stand for, by what the addresses have beside them:
/// of i * m + i + j, m for m + 1. On a diagonal, i * m + i + i, that may be
/// m + 2, too. The nearest come first.
std::vector<std::map<SymbolId, int64_t>>
likelyShifts(const AffineModel &model,
             const std::vector<MemoryAccess> &accesses);

/// What a product of strides' parameters is without their shifts.
std::optional<Polynomial> withoutShifts(const Strides &strides,
                                        const Polynomial &polynomial);

/// The factors that fit the strides' origin.
void findFactors(const AffineModel &model,
                 const std::vector<MemoryAccess> &accesses, Strides &strides);

/// The address as one polynomial for each stride; nothing if one is not linear.
std::optional<std::vector<Polynomial>> splitAddress(const AffineModel &model,
                                                    const Strides &strides,
                                                    const Polynomial &address);

} // namespace hocket::polyhedral
