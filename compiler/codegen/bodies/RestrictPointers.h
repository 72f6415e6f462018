// SPDX-License-Identifier: Apache-2.0
//
// Restrict pointers that a body takes as parameters: gcc makes use of the
// qualifier there, and of a local variable's it makes none.
#pragma once

#include "codegen/bodies/BodyContext.h"

namespace hocket::codegen {

/// C11 6.7.3.1 holds for the variable as a parameter of the body, too: nothing
/// is based on the variable but what the body itself computes, and no other
/// core touches what the body does while it runs. The body must not assign it.
bool isRestrictParameter(const BodyContext &body, ir::ObjectId object);

} // namespace hocket::codegen
