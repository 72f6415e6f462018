// SPDX-License-Identifier: Apache-2.0
//
// Where something stands in the user's own files. Positions are the presumed
// ones (after #line), so they name what the user wrote, not preprocessed text.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace hocket {

/// A position in a user's file. Line and column count from 1; 0 is unknown.
struct SourceLocation {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;

  bool isValid() const { return line != 0; }
  auto operator<=>(const SourceLocation &) const = default;
};

} // namespace hocket
