// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/Support/Error.h"

#include <string>

namespace hocket::trace {

/// What llvm::json::parse says, to be put behind a file's name:
/// ":3:14: error: Expected ...".
std::string locatedJsonError(llvm::Error problem);

} // namespace hocket::trace
