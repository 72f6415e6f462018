// SPDX-License-Identifier: Apache-2.0
#include "codegen/text/UnitLines.h"

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

} // namespace hocket::codegen
