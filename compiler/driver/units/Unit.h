// SPDX-License-Identifier: Apache-2.0
//
// What an object carries so that the link step can analyse the program as a
// whole: the text that it was compiled from and how. It lies compressed in a
// section that is not loaded and that linkers leave out.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace hocket::driver {

struct Unit {
  std::string source;    ///< as the command named it
  std::string directory; ///< where that command ran
  std::string compiler;  ///< the C compiler behind hocketcc
  std::vector<std::string>
      flags;          ///< its options that count after preprocessing
  std::string digest; ///< of the object's code, data and symbols (Objects.h)
  std::string text;   ///< preprocessed, with line markers
};

/// The section's contents. Fails where a name is no UTF-8.
llvm::Expected<std::string> pack(const Unit &unit);

/// The other way. Fails, with a reason, on what is damaged, cut off, or of
/// another version of Hocket.
llvm::Expected<Unit> unpack(llvm::StringRef bytes);

} // namespace hocket::driver
