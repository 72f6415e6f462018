// SPDX-License-Identifier: Apache-2.0
//
// The C of reductions: identities and combining.
#pragma once

#include "ir/Program.h"
#include "polyhedral/LoopKinds.h"

#include <string>

namespace hocket::codegen {

/// Value that changes nothing under the operation, as C text of the object's type.
std::string identity(const ir::Object &object,
                     const polyhedral::ReductionObject &reduction);

/// `target = target op value;`
std::string combineStatement(const ir::Object &object,
                             const polyhedral::ReductionObject &reduction,
                             const std::string &target,
                             const std::string &value);

} // namespace hocket::codegen
