// SPDX-License-Identifier: Apache-2.0
//
// Linear addresses as subscripts of an array whose extents nobody has declared,
// but which their coefficients tell: 1000 * j + 40 * k + 8 * i has 25 rows of 5
// numbers in each part, if k stays below 25 and i below 5. Such are
// `rows[j][k]` that a function gets as a pointer to numbers, and `a[(y * W + x)
// * 3 + c]`.
#pragma once

#include "symbolic/Polynomial.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hocket::polyhedral {

/// Coefficients of the addresses, each a multiple of the next, largest first.
std::vector<int64_t> constantStrides(const Polynomial &a, const Polynomial &b);

/// How a constant is told apart: `a[i][j - 1]` lacks one element, and
/// `a[i][9]` of ten has nine, which is nearer to the next row.
enum class Rounding { Down, Nearest };

/// The address as the sum of strides[d] * digit d and the last digit, which is
/// in bytes and not negative. Nothing where a number is too large.
std::optional<std::vector<Polynomial>>
digitsOf(const Polynomial &address, const std::vector<int64_t> &strides,
         Rounding rounding);

} // namespace hocket::polyhedral
