// SPDX-License-Identifier: Apache-2.0
#include "deadlines/Pragmas.h"

#include "support/Duration.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace hocket::deadlines {

using llvm::StringRef;

namespace {

/// What stands behind `#pragma hocket`, without blanks around it.
std::optional<StringRef> ownPragma(StringRef line) {
  line = line.trim();
  if (!line.consume_front("#"))
    return std::nullopt;
  line = line.ltrim();
  if (!line.consume_front("pragma"))
    return std::nullopt;
  line = line.ltrim();
  if (!line.consume_front("hocket"))
    return std::nullopt;
  return line.trim();
}

/// `deadline ( 33ms )`
std::optional<double> readDeadline(StringRef text) {
  text = text.rtrim();
  if (!text.consume_front("deadline"))
    return std::nullopt;
  text = text.ltrim();
  if (!text.consume_front("(") || !text.consume_back(")"))
    return std::nullopt;
  return readDuration(text.trim());
}

} // namespace

std::vector<Pragma> findPragmas(std::string_view text) {
  std::vector<Pragma> found;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find('\n', at);
    end = end == std::string_view::npos ? text.size() : end;
    std::optional<StringRef> own = ownPragma(text.substr(at, end - at));
    if (own && own->starts_with("deadline"))
      found.push_back({uint32_t(at), uint32_t(end), readDeadline(*own)});
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

SourceLocation locationOf(const ir::Unit &unit, uint32_t offset) {
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

} // namespace hocket::deadlines
