// SPDX-License-Identifier: Apache-2.0
#include "ir/LoopPragmas.h"

#include "ir/Identifiers.h"

#include <algorithm>

namespace hocket::ir {

namespace {

/// `#pragma GCC unroll 4` and the like.
bool isLoopPragma(std::string_view line) {
  size_t hash = line.find('#');
  if (hash == std::string_view::npos)
    return false;
  std::vector<std::string_view> words = identifiersIn(line.substr(hash + 1));
  if (words.empty() || words.front() != "pragma" || words.size() < 2)
    return false;
  std::string_view kind = words[1];
  if (kind == "GCC" || kind == "clang") {
    static constexpr std::string_view names[] = {"ivdep", "unroll", "novector",
                                                 "loop"};
    return words.size() > 2 &&
           std::count(std::begin(names), std::end(names), words[2]) != 0;
  }
  return kind == "hocket" || kind == "omp" || kind == "unroll" ||
         kind == "nounroll";
}

} // namespace

uint32_t pragmasAbove(std::string_view text, uint32_t at) {
  auto startOfLine = [&](size_t place) {
    return place == 0 ? 0 : text.rfind('\n', place - 1) + 1;
  };
  auto isBlank = [](std::string_view part) {
    return part.find_first_not_of(" \t") == std::string_view::npos;
  };
  size_t line = startOfLine(at), result = at;
  if (!isBlank(text.substr(line, at - line)))
    return at;
  while (line > 0) {
    size_t above = startOfLine(line - 1);
    std::string_view content = text.substr(above, line - 1 - above);
    if (content.find_first_not_of(" \t") != std::string_view::npos &&
        content[content.find_first_not_of(" \t")] != '#')
      break;
    if (isLoopPragma(content))
      result = above;
    else if (!isBlank(content) && !content.starts_with("# "))
      break;
    line = above;
  }
  return static_cast<uint32_t>(result);
}

} // namespace hocket::ir
