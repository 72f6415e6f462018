// SPDX-License-Identifier: Apache-2.0
//
// The new texts of a linked program's units, to objects.
#pragma once

#include "driver/cache/Store.h"
#include "driver/system/Compiler.h"
#include "driver/system/TempFiles.h"
#include "driver/units/EmittedTexts.h"
#include "driver/units/LinkedProgram.h"

#include <string>
#include <vector>

namespace hocket::driver {

/// The objects of the units' new texts, in their order; empty names for those
/// with the text that they had. Fails with the compiler's messages.
struct NewObjects {
  Compiler::Result run;
  std::vector<std::string> paths;
};

/// Several at a time.
/// \param store where objects are found that were compiled before
NewObjects compileAnew(const LinkedProgram &program, const Compiler &compiler,
                       const EmittedTexts &emitted, const Store &store,
                       TempFiles &temp);

} // namespace hocket::driver
