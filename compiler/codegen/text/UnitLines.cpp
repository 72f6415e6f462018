// SPDX-License-Identifier: Apache-2.0
#include "codegen/text/UnitLines.h"

#include <algorithm>

namespace hocket::codegen {

uint32_t firstMarkersEnd(std::string_view text) {
  if (!text.starts_with("# "))
    return 0;
  size_t first = text.find('\n') + 1;
  size_t second = text.find('\n', first);
  if (first == 0 || second == std::string_view::npos)
    return uint32_t(first);
  std::string_view line = text.substr(first, second - first);
  bool isDirectory = line.starts_with("# ") && line.ends_with("//\"");
  return uint32_t(isDirectory ? second + 1 : first);
}

std::string withoutPinnedMarkers(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    if (!line.starts_with("# ") || !line.ends_with(" 3 "))
      result.append(line).append(line.size() < text.size() ? "\n" : "");
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return result;
}

} // namespace hocket::codegen
