// SPDX-License-Identifier: Apache-2.0
#include "ir/Identifiers.h"

#include <algorithm>
#include <cctype>

namespace hocket::ir {

bool isIdentifierChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

std::vector<std::string_view> identifiersIn(std::string_view text) {
  std::vector<std::string_view> result;
  for (size_t at = 0; at < text.size();) {
    char c = text[at];
    size_t end = at + 1;
    if (c == '#' && (at == 0 || text[at - 1] == '\n')) {
      end = std::min(text.find('\n', at), text.size());
    } else if (c == '"' || c == '\'') {
      for (; end < text.size() && text[end] != c; ++end)
        end += text[end] == '\\';
      ++end;
    } else if (isIdentifierChar(c)) {
      while (end < text.size() && isIdentifierChar(text[end]))
        ++end;
      result.push_back(text.substr(at, end - at));
    }
    at = end;
  }
  return result;
}

std::vector<std::string_view> namesIn(std::string_view text) {
  std::vector<std::string_view> result = identifiersIn(text);
  std::erase_if(result, [&](std::string_view word) {
    auto at = static_cast<std::size_t>(word.data() - text.data());
    while (at > 0 && std::isspace(static_cast<unsigned char>(text[at - 1])))
      --at;
    return (at > 0 && text[at - 1] == '.') ||
           (at > 1 && text[at - 1] == '>' && text[at - 2] == '-');
  });
  return result;
}

std::string_view upToLastToken(std::string_view text) {
  for (;;) {
    text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
    const std::size_t begin = text.rfind('\n') + 1;
    std::string_view line = text.substr(begin);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with("# "))
      return text;
    text = text.substr(0, begin);
  }
}

} // namespace hocket::ir
