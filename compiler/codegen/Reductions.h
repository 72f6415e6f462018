// SPDX-License-Identifier: Apache-2.0
//
// The C of reductions: identities and combining.
#pragma once

#include "ir/Program.h"
#include "polyhedral/LoopKinds.h"

#include <string>

namespace hocket::codegen {

/// Declaration of a partial result under a name. Sums and products of signed
/// integers are formed in the unsigned type: a part may leave the range where
/// the whole does not, and the result is the same modulo 2^bits.
std::string declarePartial(const ir::Object &object,
                           const polyhedral::ReductionObject &reduction,
                           const std::string &name);

/// Value that changes nothing under the operation, as C text of the object's
/// type.
std::string identity(const ir::Object &object,
                     const polyhedral::ReductionObject &reduction);

/// `target = target op value;`
std::string combineStatement(const ir::Object &object,
                             const polyhedral::ReductionObject &reduction,
                             const std::string &target,
                             const std::string &value);

} // namespace hocket::codegen
