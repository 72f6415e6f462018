// SPDX-License-Identifier: Apache-2.0
#include "ir/OwnPragmas.h"

#include "ir/Identifiers.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace hocket::ir {

using llvm::StringRef;

namespace {

/// What stands behind the words, each of them whole, without blanks around it.
std::optional<StringRef> behindWords(StringRef line, StringRef name) {
  line = line.trim();
  for (StringRef word :
       {StringRef("#"), StringRef("pragma"), StringRef("hocket"), name}) {
    if (!line.consume_front(word))
      return std::nullopt;
    if (word != "#" && !word.empty() && !line.empty() &&
        isIdentifierChar(line.front()))
      return std::nullopt;
    line = line.ltrim();
  }
  return line;
}

} // namespace

std::vector<OwnPragma> ownPragmas(std::string_view text,
                                  std::string_view name) {
  std::vector<OwnPragma> found;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find('\n', at);
    end = end == std::string_view::npos ? text.size() : end;
    if (auto own = behindWords(text.substr(at, end - at), name))
      found.push_back({uint32_t(at), uint32_t(end), *own});
    at = end + 1;
  }
  return found;
}

bool isBetweenLines(std::string_view text) {
  llvm::SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n');
  for (StringRef line : lines)
    if (StringRef content = line.trim();
        !content.empty() && content.front() != '#')
      return false;
  return true;
}

SourceLocation locationOf(const Unit &unit, uint32_t offset) {
  SourceLocation location{unit.path, 1, 1};
  llvm::SmallVector<StringRef> lines;
  StringRef(unit.text).take_front(offset).split(lines, '\n');
  if (!lines.empty())
    lines.pop_back(); // the line itself
  for (StringRef line : lines) {
    unsigned number = 0;
    ++location.line;
    if (!line.consume_front("# ") || line.consumeInteger(10, number))
      continue;
    location.line = number;
    StringRef name = line.ltrim();
    if (name.consume_front("\""))
      location.file = name.substr(0, name.rfind('"')).str();
  }
  return location;
}

} // namespace hocket::ir
