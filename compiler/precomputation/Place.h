// SPDX-License-Identifier: Apache-2.0
//
// Memory that calls of a function read or write. Plain data.
#pragma once

#include "ir/Program.h"

namespace hocket::precomputation {

/// Memory that a call reads or writes.
struct Place {
  /// The parameter whose value leads there; or, if there is none, an object
  /// with a name in the function's unit.
  int param = -1;
  ir::ObjectId object = ir::ObjectId::None;
  int64_t begin = 0, end = 0; ///< bytes behind that
  bool isKey = false, isAnswer = false;
  bool isSum = false; ///< an integer that calls only add to; nothing else then
};

/// Of one function, at most.
constexpr std::size_t mostPlaces = 16;

} // namespace hocket::precomputation
