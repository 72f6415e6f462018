// SPDX-License-Identifier: Apache-2.0
//
// Index types of the IR. An id is the position in the vector of the Program
// that holds the thing; ids are dense, stable and printable.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hocket::ir {

#define HOCKET_ID(Name)                                                        \
  enum class Name : uint32_t { None = 0xffffffffu };                           \
  inline bool isValid(Name id) { return id != Name::None; }                    \
  inline std::size_t index(Name id) { return static_cast<std::size_t>(id); }

HOCKET_ID(UnitId)
HOCKET_ID(FunctionId)
HOCKET_ID(ObjectId)
HOCKET_ID(ExprId)
HOCKET_ID(StmtId)
HOCKET_ID(NodeId)
HOCKET_ID(FieldId)
#undef HOCKET_ID

} // namespace hocket::ir
