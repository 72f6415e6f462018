// SPDX-License-Identifier: Apache-2.0
//
// `#pragma hocket deadline(33ms)` in the text of a unit.
#pragma once

#include "ir/Program.h"

#include <optional>
#include <string_view>
#include <vector>

namespace hocket::deadlines {

struct Pragma {
  uint32_t begin = 0, end = 0;    ///< its line, without the end of line
  std::optional<double> periodNs; ///< nothing: it cannot be read
  bool isUsed = false;
  bool hasLabel = false; ///< a label is in the loop
};

/// \param text preprocessed
std::vector<Pragma> findPragmas(std::string_view text);

} // namespace hocket::deadlines
