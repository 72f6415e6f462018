// SPDX-License-Identifier: Apache-2.0
//
// llvm::json keeps no positions. They are wanted once, for a mistake, so the
// text is walked through again as far as the value in question.
#include "support/JsonError.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

namespace hocket {

using llvm::StringRef;

namespace {

/// Walks over JSON that is known to be well formed.
class Walker {
public:
  explicit Walker(StringRef text) : text_(text) {}

  /// To the value at the path, or as deep as there is one.
  size_t find(StringRef path) {
    skipBlanks();
    size_t found = at_;
    while (!path.empty()) {
      bool isField = path.front() == '.';
      StringRef step = path.drop_front().take_until(
          [](char c) { return c == '.' || c == '[' || c == ']'; });
      path = path.drop_front(1 + step.size());
      path.consume_front("]");
      size_t index = 0;
      if (!isField && step.getAsInteger(10, index))
        return found;
      if (!(isField ? enterField(step) : enterItem(index)))
        return found;
      found = at_;
    }
    return found;
  }

private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
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

  StringRef takeString() {
    size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"')
      at_ += text_[at_] == '\\' ? 2 : 1;
    StringRef string = text_.slice(begin, at_);
    ++at_;
    return string;
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

  bool enterField(StringRef name) {
    if (!take('{'))
      return false;
    while (peek() == '"') {
      StringRef key = takeString();
      take(':');
      if (key == name)
        return true;
      skipValue();
      if (!take(','))
        return false;
    }
    return false;
  }

  bool enterItem(size_t index) {
    if (!take('['))
      return false;
    for (; index > 0; --index) {
      skipValue();
      if (!take(','))
        return false;
    }
    return true;
  }

  StringRef text_;
  size_t at_ = 0;
};

} // namespace

std::string locatedJsonError(llvm::Error problem) {
  std::string text = llvm::toString(std::move(problem));
  llvm::SmallVector<StringRef, 4> parts;
  if (llvm::Regex("^\\[([0-9]+):([0-9]+), byte=[0-9]+\\]: (.*)$")
          .match(text, &parts))
    return (":" + parts[1] + ":" + parts[2] + ": error: " + parts[3]).str();
  return ": error: " + text;
}

std::string locatedJsonError(llvm::Error problem, StringRef text,
                             StringRef root) {
  std::string message = llvm::toString(std::move(problem));
  std::string mark = (" at " + root).str();
  size_t at = message.rfind(mark);
  std::string path;
  if (at != std::string::npos) {
    path = message.substr(at + mark.size());
    message.resize(at);
    // "at schedule file.problem.cores" becomes "at problem.cores".
    message += " at " + StringRef(path).ltrim('.').str();
  }
  return locatedJsonError(message, text, path);
}

std::string locatedJsonError(StringRef message, StringRef text,
                             StringRef path) {
  StringRef before = text.take_front(Walker(text).find(path));
  size_t line = before.count('\n') + 1;
  size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  return (":" + llvm::Twine(line) + ":" + llvm::Twine(column) +
          ": error: " + message)
      .str();
}

} // namespace hocket
