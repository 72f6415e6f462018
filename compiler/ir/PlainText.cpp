// SPDX-License-Identifier: Apache-2.0
#include "ir/PlainText.h"

#include <algorithm>
#include <string>

namespace hocket::ir {

bool isPlainText(const Program &program, NodeId block) {
  const Node &body = program[block];
  std::string_view text = program.text(body.text);
  std::string rest;
  uint32_t at = 0;
  for (NodeId child : body.as<Block>()->children) {
    const TextRange &range = program[child].text;
    uint32_t begin = range.begin - body.text.begin;
    if (begin > at)
      rest += text.substr(at, begin - at);
    at = std::max(at, range.end - body.text.begin);
  }
  rest += text.substr(at);
  bool inMarker = false;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    char c = rest[i];
    if (c == '\n')
      inMarker = false;
    else if (c == '#' && i + 2 < rest.size() && rest[i + 1] == ' ' &&
             rest[i + 2] >= '0' && rest[i + 2] <= '9')
      inMarker = true;
    else if (!inMarker && c != ' ' && c != '\t' && c != '{' && c != '}' &&
             c != ';')
      return false;
  }
  return true;
}

} // namespace hocket::ir
