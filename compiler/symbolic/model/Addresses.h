// SPDX-License-Identifier: Apache-2.0
//
// What addresses are relative to, and what types say of two of them.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// Where the user's text has what is evaluated at the point: an argument that a
/// parameter is given, where a call is seen through, stands in the calling
/// statement.
Point whereWritten(const ModelData &m, Point point);

/// The access that a load from the address is; null if there is none.
const analysis::EffectItem *itemOfLoad(const ModelData &m, ir::ExprId address,
                                       Point point);

/// The first byte that the item touches, seen from the point; always with a
/// base.
std::optional<Value> addressOf(ModelData &m, const analysis::EffectItem &item,
                               Point point);

/// The pointer that an address is computed from, for its type alone: a Base
/// without a key.
std::optional<Value> pointerUsed(const ModelData &m, ir::ExprId address,
                                 ir::StmtId stmt);

/// What an address is relative to, even where the offset is not known.
std::optional<Base> baseOf(ModelData &m, ir::ExprId address, ir::StmtId stmt);

/// Types keep the two apart, given that their addresses have different bases.
bool typesExclude(const ModelData &m, const analysis::EffectItem &a,
                  const std::optional<Value> &addressA,
                  const analysis::EffectItem &b,
                  const std::optional<Value> &addressB);

} // namespace hocket::polyhedral
