// SPDX-License-Identifier: Apache-2.0
//
// Mistakes in JSON files, with line and column, to be put behind a file's name:
// ":3:14: error: expected ...".
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace hocket {

/// What llvm::json::parse says.
std::string locatedJsonError(llvm::Error problem);

/// What a llvm::json::Path::Root says, of `text`, which is JSON.
/// \param root the Root's name.
std::string locatedJsonError(llvm::Error problem, llvm::StringRef text,
                             llvm::StringRef root);

/// A mistake at a path such as ".graph.edges[3].to"; where there is no such
/// value, at the one that lacks it.
std::string locatedJsonError(llvm::StringRef message, llvm::StringRef text,
                             llvm::StringRef path);

} // namespace hocket
