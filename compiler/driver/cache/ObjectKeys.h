// SPDX-License-Identifier: Apache-2.0
//
// Keys of compiled texts: the same text with the same options through the same
// compiler is the same object.
#pragma once

#include "driver/system/Compiler.h"

#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hocket::driver {

class ObjectKeys {
public:
  explicit ObjectKeys(const Compiler &compiler) : compiler_(compiler) {}

  /// Empty where not all is known that decides.
  /// \param words of the command, but for its files
  std::string of(const std::vector<std::string> &words, llvm::StringRef text);

private:
  const Compiler &compiler_;
  /// What the compiler is with these words: it is asked once.
  std::map<std::vector<std::string>, std::optional<std::string>> identities_;
};

} // namespace hocket::driver
