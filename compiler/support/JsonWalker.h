// SPDX-License-Identifier: Apache-2.0
//
// Walks over the text of JSON, value by value, without keeping any: for those
// who want to know where values stand. What is not well formed is not noticed,
// but never walked past the end of.
#pragma once

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace hocket {

class JsonWalker {
public:
  explicit JsonWalker(llvm::StringRef text) : text_(text) { skipBlanks(); }

  /// Where it is: at the beginning of a value, or behind one and blanks.
  size_t at() const { return std::min(at_, text_.size()); }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  /// Enters the object and calls `visit` with each key, at its value, which
  /// `visit` walks over. \returns true behind the object, false where `visit`
  /// does or this is none.
  template <typename Visit> bool members(Visit visit) {
    return list('{', '}', [&] {
      if (peek() != '"')
        return false;
      llvm::StringRef key = takeString();
      return take(':') && visit(key);
    });
  }
  /// The same for the items of an array.
  template <typename Visit> bool items(Visit visit) {
    return list('[', ']', visit);
  }

  void skipValue() {
    size_t depth = 0;
    do {
      skipBlanks();
      char c = peek();
      if (c == '"') {
        takeString();
        continue;
      }
      if (c == '{' || c == '[')
        ++depth;
      else if (c == '}' || c == ']')
        --depth;
      else if (c != ',' && c != ':') {
        at_ = std::min(text_.find_first_of(",:]} \t\r\n", at_), text_.size());
        continue;
      }
      ++at_;
    } while (depth > 0 && at_ < text_.size());
  }

private:
  void skipBlanks() {
    while (at_ < text_.size() && llvm::isSpace(text_[at_]))
      ++at_;
  }
  bool take(char c) {
    skipBlanks();
    if (peek() != c)
      return false;
    ++at_;
    skipBlanks();
    return true;
  }
  llvm::StringRef takeString() {
    size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"')
      at_ += text_[at_] == '\\' ? 2 : 1;
    llvm::StringRef string = text_.slice(begin, at_);
    ++at_;
    return string;
  }
  template <typename Visit> bool list(char open, char close, Visit visit) {
    if (!take(open))
      return false;
    if (take(close))
      return true;
    do {
      if (!visit())
        return false;
    } while (take(','));
    return take(close);
  }

  llvm::StringRef text_;
  size_t at_ = 0;
};

} // namespace hocket
