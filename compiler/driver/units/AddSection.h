// SPDX-License-Identifier: Apache-2.0
//
// A section added to an object so that all else in it stays, byte by byte.
#pragma once

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Error.h"

#include <string>

namespace hocket::driver {

/// The object with a section that is not loaded and that linkers leave out.
llvm::Expected<std::string>
withSection(const llvm::object::ELFObjectFileBase &file, llvm::StringRef name,
            llvm::StringRef contents);

} // namespace hocket::driver
