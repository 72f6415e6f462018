// SPDX-License-Identifier: Apache-2.0
#include "driver/command/LinkDependencies.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace hocket::driver {

namespace {

constexpr llvm::StringLiteral option = "--dependency-file";

/// `-Wl,...` without the option; empty if nothing is left.
std::string withoutOption(llvm::StringRef word) {
  llvm::SmallVector<llvm::StringRef, 8> parts, kept;
  word.split(parts, ',');
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i] == option)
      ++i; // its value
    else if (!parts[i].starts_with((option + "=").str()))
      kept.push_back(parts[i]);
  return kept.size() == 1 ? "" : llvm::join(kept, ",");
}

} // namespace

bool takeLinkDependencies(std::vector<std::string> &words) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const llvm::StringRef word = words[i];
    const bool hasNext = i + 1 < words.size();
    if (word.starts_with("-Wl,")) {
      if (std::string rest = withoutOption(word); !rest.empty())
        kept.push_back(std::move(rest));
    } else if (word == "-Xlinker" && hasNext && words[i + 1] == option) {
      i += 3; // -Xlinker OPTION -Xlinker FILE
    } else if (word == "-Xlinker" && hasNext &&
               llvm::StringRef(words[i + 1])
                   .starts_with((option + "=").str())) {
      ++i;
    } else {
      kept.push_back(words[i]);
    }
  }
  bool isChanged = kept.size() != words.size() || kept != words;
  words = std::move(kept);
  return isChanged;
}

} // namespace hocket::driver
