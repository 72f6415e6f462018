// SPDX-License-Identifier: Apache-2.0
//
// Questions about one variable in a loop.
#pragma once

#include "loops/context/LoopContext.h"

namespace hocket::polyhedral {

/// Something but a plain access by name, in the loop's own text, may touch it,
/// or see where it is.
bool isTouchedOtherwise(const LoopContext &context, ir::ObjectId object);

/// The loop lets its address get away.
bool addressEscapes(const LoopContext &context, ir::ObjectId object);

/// The loop starts from the object's value, which a copy does not have.
bool isStartOf(const LoopContext &context, ir::ObjectId object);

/// The loop's init sets (or declares) it.
bool isSetByInit(const LoopContext &context, ir::ObjectId object);

/// A copy can note whether it was assigned.
bool canKeepLast(const ir::Program &program, ir::ObjectId object);

} // namespace hocket::polyhedral
