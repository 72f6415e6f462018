// SPDX-License-Identifier: Apache-2.0
//
// `m = fmax(m, x)`: when does it compute the greatest value in any order, bit
// for bit?
//
// Three things make fmax and fmin depend on order
// (docs/rationale/same-bits.md): of 0.0 and -0.0 a library may take either; a
// signaling NaN makes a NaN of what came before; and what NaN is left where
// there is nothing else. None of them can be if m always holds a number, x is
// the result of arithmetic (which never signals) or made of such, and neither
// is ever -0.0. Then the result is the greatest of all numbers, and equal
// numbers have equal bits: the same as `if (x > m) m = x;`.
//
// What a local variable holds is seen from all that the function stores there.
#pragma once

#include "frontend/unit/UnitReader.h"

#include <optional>

namespace hocket::frontend {

/// The right side of `target = value` is fmax or fmin of the target, which it
/// names once, and of others, and order shows in no bit.
std::optional<ir::UpdateOp> findExtremeCall(UnitReader &unit,
                                            const clang::Expr *target,
                                            const clang::Expr *value);

} // namespace hocket::frontend
