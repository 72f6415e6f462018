// SPDX-License-Identifier: Apache-2.0
//
// The strides of a family of linearized subscripts: products of parameters that
// multiply what varies, and what all addresses have in common.
#pragma once

#include "symbolic/Accesses.h"

#include <optional>
#include <vector>

namespace hocket::polyhedral {

struct Strides {
  bool isValid = true;
  std::vector<Monomial> monomials; ///< largest first, ends with the empty one
  std::vector<int64_t> factors;    ///< a coefficient for each
  Polynomial origin;               ///< part of all addresses, taken off
  /// The addresses, as long as another origin may be better.
  std::vector<MemoryAccess> undecided;
};

/// Adds the products of parameters in the address that multiply something that
/// varies.
void noteStrides(const AffineModel &model, const Polynomial &address,
                 Strides &strides);

/// Puts the strides in order and finds factors and origin.
/// \param accesses all of the family, which have addresses.
void finishStrides(const AffineModel &model, std::vector<MemoryAccess> accesses,
                   Strides &strides);

/// The factors that fit the strides' origin.
void findFactors(const AffineModel &model,
                 const std::vector<MemoryAccess> &accesses, Strides &strides);

/// The address as one polynomial for each stride; nothing if one is not linear.
std::optional<std::vector<Polynomial>> splitAddress(const AffineModel &model,
                                                    const Strides &strides,
                                                    const Polynomial &address);

} // namespace hocket::polyhedral
