// SPDX-License-Identifier: Apache-2.0
#include "driver/cache/Key.h"

#include "llvm/ADT/StringExtras.h"

namespace hocket::driver {

void Key::add(llvm::StringRef part) {
  hash_.update(std::to_string(part.size()) + "\n");
  hash_.update(part);
}

void Key::add(const std::vector<std::string> &parts) {
  add(std::to_string(parts.size()));
  for (const std::string &part : parts)
    add(llvm::StringRef(part));
}

std::string Key::digest() const {
  llvm::SHA256 copy = hash_;
  return llvm::toHex(copy.final(), /*LowerCase=*/true);
}

} // namespace hocket::driver
