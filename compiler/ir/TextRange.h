// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ir/Ids.h"

#include <cstdint>

namespace hocket::ir {

/// Bytes [begin, end) of the preprocessed text of a unit.
struct TextRange {
  UnitId unit = UnitId::None;
  uint32_t begin = 0;
  uint32_t end = 0;

  bool empty() const { return begin == end; }
  bool contains(const TextRange &o) const {
    return unit == o.unit && begin <= o.begin && o.end <= end;
  }
};

} // namespace hocket::ir
