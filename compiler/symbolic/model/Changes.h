// SPDX-License-Identifier: Apache-2.0
//
// What the statements of the root may change: variables, and memory that is
// read.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// Some statement of the root may change the object.
bool findWrite(ModelData &m, ir::ObjectId object);

/// Some statement of the root may change what the item reads at the address.
bool loadMayChange(ModelData &m, const analysis::EffectItem &item,
                   const Value &address);

/// No instance of the write, of those in `writes`, falls on any instance of the
/// load from `here`, by where their bytes lie alone. \p point is the write's.
bool missesLoad(ModelData &m, const analysis::EffectItem &write, Point point,
                const analysis::EffectItem &load, const Value &here,
                const isl::set &writes);

/// See AffineModel.
bool startMayChange(const ModelData &m, ir::NodeId loop);

} // namespace hocket::polyhedral
