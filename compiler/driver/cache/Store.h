// SPDX-License-Identifier: Apache-2.0
//
// A directory that keeps what compiling gave, by a digest of all that decides
// it. Whoever finds nothing there compiles: no failure of it is an error.
//
// An entry is a file, written under another name and renamed, so that several
// processes can share the directory. It has its own digest inside; what is
// damaged counts as not there. Entries lie in sixteen folders by the first
// digit of their keys. Where a folder has more than its share of the limit, the
// files that were not used for longest go.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace hocket::driver {

class Store {
public:
  /// Keeps nothing and finds nothing.
  Store() = default;
  Store(std::string directory, uint64_t mostBytes)
      : directory_(std::move(directory)), mostBytes_(mostBytes) {}

  bool isOpen() const { return !directory_.empty(); }

  /// \param key a name for a file, that begins with a hexadecimal digit
  std::optional<std::string> find(const std::string &key) const;
  void keep(const std::string &key, llvm::StringRef bytes) const;

private:
  std::string folderOf(const std::string &key) const;
  void makeRoom(const std::string &folder) const;

  std::string directory_; ///< empty: there is none
  uint64_t mostBytes_ = 0;
};

/// The user's: $HOCKET_CACHE_DIR, else hocket in $XDG_CACHE_HOME, else
/// ~/.cache/hocket. None where the first is set to nothing. $HOCKET_CACHE_SIZE
/// is the limit in MiB.
Store userStore();

} // namespace hocket::driver
