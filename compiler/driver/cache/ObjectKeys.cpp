// SPDX-License-Identifier: Apache-2.0
#include "driver/cache/ObjectKeys.h"

#include "driver/cache/Identity.h"
#include "driver/cache/Key.h"

namespace hocket::driver {

std::string ObjectKeys::of(const std::vector<std::string> &words,
                           llvm::StringRef text) {
  auto known = identities_.find(words);
  if (known == identities_.end())
    known =
        identities_.emplace(words, compilerIdentity(compiler_, words)).first;
  if (!known->second)
    return "";
  Key key("object 1");
  addSurroundings(key);
  key.add(words);
  key.add(*known->second);
  key.add(text);
  return key.digest() + ".object";
}

} // namespace hocket::driver
