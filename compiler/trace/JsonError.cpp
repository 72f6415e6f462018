// SPDX-License-Identifier: Apache-2.0
#include "trace/JsonError.h"

#include "llvm/Support/Regex.h"

namespace hocket::trace {

std::string locatedJsonError(llvm::Error problem) {
  std::string text = llvm::toString(std::move(problem));
  llvm::SmallVector<llvm::StringRef, 4> parts;
  if (llvm::Regex("^\\[([0-9]+):([0-9]+), byte=[0-9]+\\]: (.*)$")
          .match(text, &parts))
    return (":" + parts[1] + ":" + parts[2] + ": error: " + parts[3]).str();
  return ": error: " + text;
}

} // namespace hocket::trace
