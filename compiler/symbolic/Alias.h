// SPDX-License-Identifier: Apache-2.0
//
// May two accesses fall on the same bytes, judged without their subscripts: by
// the objects they may footprint, by C's effective types and by `restrict`.
#pragma once

#include "dataflow/ProgramIndex.h"

#include <string>
#include <string_view>

namespace hocket::polyhedral {

/// How a type takes part in C's aliasing rule (C11 6.5p7), as gcc applies it.
enum class AliasClass : uint8_t {
  Any,     ///< characters, aggregates, unions, what we do not know
  Pointer, ///< every pointer: gcc lets `void *` meet all others
  Float,
  Double,
  LongDouble,
  Short,
  Int,
  Long,
  LongLong,
  Enum, ///< meets every integer (its own integer type is the compiler's choice)
  Bool,
};

/// \param type canonical C type; qualifiers and signedness do not matter.
AliasClass aliasClass(std::string_view type);

/// Two scalars of these classes may be the same memory.
bool mayAlias(AliasClass a, AliasClass b);

/// Canonical type that `type`, a pointer, points to; empty if it is none.
std::string_view pointee(std::string_view type);

/// The two items can meet in an object, by their object sets alone.
bool objectsMayOverlap(const ProgramIndex &index, const analysis::EffectItem &a,
                       const analysis::EffectItem &b);

/// `value` may be computed from the value of the variable `restrictPointer`.
bool mayBeBasedOn(const ProgramIndex &index, ir::ExprId value,
                  ir::ObjectId restrictPointer);

/// The one restrict parameter, or restrict variable of a block around `root`,
/// that all values of `pointer` are computed from by steps of pointers alone
/// (`q = p + 4`, `p++`); None if there is none.
ir::ObjectId restrictOrigin(const ProgramIndex &index, ir::ObjectId pointer,
                            ir::NodeId root);

} // namespace hocket::polyhedral
