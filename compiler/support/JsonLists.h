// SPDX-License-Identifier: Apache-2.0
//
// JSON files with long lists, an item at a time. An llvm::json::Object takes
// room for 64 members, 4 KiB, with the first one: as a single value, a list of
// 300,000 edges takes more than a gigabyte, and reading it is mostly that.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <optional>
#include <vector>

namespace hocket {

/// A file whose lists of objects that are members of members of the root, such
/// as the tasks of {"problem": {"tasks": [{...}, {...}]}}, are taken out.
class JsonLists {
public:
  /// A member of the root, and one of that.
  using Path = std::pair<llvm::StringRef, llvm::StringRef>;

  /// \returns nothing where that cannot be done. The file may be at fault; then
  /// llvm::json::parse says how. Refers to `text`.
  static std::optional<JsonLists> split(llvm::StringRef text);

  /// The file with these lists empty.
  const llvm::json::Value &rest() const { return rest_; }

  /// Reads each item of a list with `read(value, i)`. \returns false where one
  /// is not JSON, or not read.
  template <typename Read>
  bool read(llvm::StringRef member, llvm::StringRef name, Read read) const {
    llvm::ArrayRef<llvm::StringRef> items = this->items(member, name);
    for (size_t i = 0; i < items.size(); ++i) {
      llvm::Expected<llvm::json::Value> value = llvm::json::parse(items[i]);
      if (!value)
        llvm::consumeError(value.takeError());
      if (!value || !read(*value, i))
        return false;
    }
    return true;
  }

  /// All items of the lists that are not among `known` are JSON: whoever reads
  /// a file refuses it for mistakes in what others read of it, too.
  bool areOthersJson(llvm::ArrayRef<Path> known) const;

private:
  JsonLists() : rest_(nullptr) {}
  llvm::ArrayRef<llvm::StringRef> items(llvm::StringRef member,
                                        llvm::StringRef name) const;

  llvm::json::Value rest_;
  std::map<Path, std::vector<llvm::StringRef>> lists_;
};

} // namespace hocket
