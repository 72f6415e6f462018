// SPDX-License-Identifier: Apache-2.0
#include "support/JsonLists.h"

#include "support/JsonWalker.h"

#include "llvm/ADT/STLExtras.h"

#include <set>
#include <string>

namespace hocket {

using llvm::StringRef;

/// The texts of the list's items. \returns false if not all are objects, or it
/// does not end.
static bool takeObjects(JsonWalker &walker, StringRef text,
                        std::vector<StringRef> &items) {
  return walker.items([&] {
    if (walker.peek() != '{')
      return false;
    size_t begin = walker.at();
    walker.skipValue();
    items.push_back(text.slice(begin, walker.at()));
    return true;
  });
}

std::optional<JsonLists> JsonLists::split(StringRef text) {
  JsonLists file;
  JsonWalker walker(text);
  std::string rest;
  size_t copied = 0;
  // Of two members of one name only one counts, and escapes hide names.
  std::set<Path> seen;
  auto visitMember = [&](StringRef member, StringRef name) {
    if (name.contains('\\') || !seen.insert({member, name}).second)
      return false;
    size_t begin = walker.at();
    JsonWalker ahead = walker;
    std::vector<StringRef> items;
    if (takeObjects(ahead, text, items) && !items.empty()) {
      rest += text.slice(copied, begin);
      rest += "[]";
      // Behind the list and blanks, which are none of its items.
      copied = ahead.at();
      file.lists_[{member, name}] = std::move(items);
      walker = ahead;
    } else {
      walker.skipValue();
    }
    return true;
  };
  bool isWalked = walker.members([&](StringRef member) {
    if (member.contains('\\') || !seen.insert({member, ""}).second)
      return false;
    if (walker.peek() != '{') {
      walker.skipValue();
      return true;
    }
    return walker.members(
        [&](StringRef name) { return visitMember(member, name); });
  });
  if (!isWalked)
    return std::nullopt;
  rest += text.substr(copied);
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(rest);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  file.rest_ = std::move(*value);
  return file;
}

bool JsonLists::areOthersJson(llvm::ArrayRef<Path> known) const {
  for (const auto &[path, items] : lists_)
    if (!llvm::is_contained(known, path) &&
        !read(path.first, path.second,
              [](const llvm::json::Value &, size_t) { return true; }))
      return false;
  return true;
}

llvm::ArrayRef<StringRef> JsonLists::items(StringRef member,
                                           StringRef name) const {
  auto found = lists_.find({member, name});
  if (found == lists_.end())
    return {};
  return found->second;
}

} // namespace hocket
