// SPDX-License-Identifier: Apache-2.0
//
// The C of reductions: identities and combining.
#pragma once

#include "verdict/LoopVerdict.h"

#include <string>

namespace hocket::codegen {

/// The C type of partial results. Sums and products of signed integers are
/// formed in the unsigned type: a part may leave the range where the whole does
/// not, and the result is the same modulo 2^bits.
std::string partialType(const polyhedral::ReductionObject &reduction);

/// Value that changes nothing under the operation, as C text.
std::string identity(const polyhedral::ReductionObject &reduction);

/// `target = target op value;`
std::string combineStatement(const polyhedral::ReductionObject &reduction,
                             const std::string &target,
                             const std::string &value);

} // namespace hocket::codegen
