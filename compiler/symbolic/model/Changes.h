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

/// See AffineModel.
bool startMayChange(const ModelData &m, ir::NodeId loop);

} // namespace hocket::polyhedral
