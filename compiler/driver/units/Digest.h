// SPDX-License-Identifier: Apache-2.0
//
// A digest of what the linker sees of an object: tools may have changed it
// since it was compiled, and then its unit is no longer what it does.
#pragma once

#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Error.h"

#include <string>

namespace hocket::driver {

/// Over loaded sections, their relocations, and the symbols that have a name
/// outside. Equal after what changes none of these: `strip -g`, `ar`, other
/// sections added. Fails for damaged files and formats other than ELF.
llvm::Expected<std::string> digestOf(const llvm::object::ObjectFile &file);

} // namespace hocket::driver
