// SPDX-License-Identifier: Apache-2.0
//
// llvm::json keeps no positions. They are wanted once, for a mistake, so the
// text is walked through again as far as the value in question.
#include "support/JsonError.h"

#include "support/JsonWalker.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

namespace hocket {

using llvm::StringRef;

namespace {

bool enterField(JsonWalker &walker, StringRef name) {
  bool isFound = false;
  walker.members([&](StringRef key) {
    isFound = key == name;
    if (!isFound)
      walker.skipValue();
    return !isFound;
  });
  return isFound;
}

bool enterItem(JsonWalker &walker, size_t index) {
  bool isFound = false;
  walker.items([&] {
    isFound = index-- == 0;
    if (!isFound)
      walker.skipValue();
    return !isFound;
  });
  return isFound;
}

/// To the value at the path, or as deep as there is one.
size_t find(StringRef text, StringRef path) {
  JsonWalker walker(text);
  size_t found = walker.at();
  while (!path.empty()) {
    bool isField = path.front() == '.';
    StringRef step = path.drop_front().take_until(
        [](char c) { return c == '.' || c == '[' || c == ']'; });
    path = path.drop_front(1 + step.size());
    path.consume_front("]");
    size_t index = 0;
    if (!isField && step.getAsInteger(10, index))
      return found;
    if (!(isField ? enterField(walker, step) : enterItem(walker, index)))
      return found;
    found = walker.at();
  }
  return found;
}

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
  StringRef before = text.take_front(find(text, path));
  size_t line = before.count('\n') + 1;
  size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  return (":" + llvm::Twine(line) + ":" + llvm::Twine(column) +
          ": error: " + message)
      .str();
}

} // namespace hocket
