// SPDX-License-Identifier: Apache-2.0
//
// Where in an object an address may be, as pointers have been followed.
#pragma once

#include "ir/Program.h"

#include <cstdint>

namespace hocket::analysis {

/// The bytes offset + k * stride of the object, for all k; stride 0: one.
struct ObjectPlace {
  ir::ObjectId object = ir::ObjectId::None;
  int64_t offset = 0;
  uint64_t stride = 0;
  uint64_t span = 0; ///< greatest k * stride, of k >= 0; 0: there is none
};

/// `bytes` bytes from the one and `others` from the other may meet: of two
/// blocks of elements, as if both went on without an end.
bool mayMeet(const ObjectPlace &place, uint64_t bytes, const ObjectPlace &other,
             uint64_t others);

} // namespace hocket::analysis
