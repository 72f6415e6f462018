// SPDX-License-Identifier: Apache-2.0
//
// The names in a part of a unit's text, found by search: a unit has as many as
// it has lines, and each part is asked for a few times.
#pragma once

#include "ir/Program.h"

#include <algorithm>
#include <span>

namespace hocket::ir {

/// The holes that lie in the range, in order of text.
inline std::span<const Hole> holesIn(const Program &program,
                                     const TextRange &range) {
  const std::vector<Hole> &holes = program[range.unit].holes;
  auto first = std::lower_bound(
      holes.begin(), holes.end(), range.begin,
      [](const Hole &hole, uint32_t begin) { return hole.begin < begin; });
  auto last = std::lower_bound(
      first, holes.end(), range.end,
      [](const Hole &hole, uint32_t end) { return hole.end <= end; });
  return {first, last};
}

} // namespace hocket::ir
