// SPDX-License-Identifier: Apache-2.0
//
// What a function has from a struct that it is given by value.
#pragma once

#include "ir/Program.h"

namespace hocket::analysis {

/// The function reads no pointer, and nothing that might be one, from its
/// parameter, a struct: as from a vector or a color. Then the struct may as
/// well be unknown.
bool givesNumbersAlone(const ir::Program &program, ir::FunctionId function,
                       ir::ObjectId param);

} // namespace hocket::analysis
