// SPDX-License-Identifier: Apache-2.0
#include "codegen/text/Text.h"

#include <cstddef>

namespace hocket::codegen {

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (unsigned char c : text)
    if (c == '"' || c == '\\' || c < 0x20 || c == '?') { // no trigraphs
      result += '\\';
      for (unsigned shift : {6, 3, 0})
        result += char('0' + (c >> shift & 7));
    } else {
      result += char(c);
    }
  return result + "\"";
}

std::string copyBytes(const std::string &to, const std::string &from) {
  return "__builtin_memcpy(&" + to + ", &" + from + ", sizeof " + to + ");";
}

std::string loopOver(const std::string &counter, const std::string &count) {
  return "for (" + counter + " = 0; " + counter + " < " + count + "; " +
         counter + "++)";
}

std::string indented(const std::string &text, unsigned columns) {
  std::string result;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = text.find('\n', at);
    if (end == std::string::npos)
      end = text.size();
    if (end > at && text[at] != '#')
      result.append(columns, ' ');
    result.append(text, at, end - at);
    if (end < text.size())
      result += '\n';
    at = end + 1;
  }
  return result;
}

} // namespace hocket::codegen
