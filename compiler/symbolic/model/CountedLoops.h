// SPDX-License-Identifier: Apache-2.0
//
// Which values a counted loop's iterator takes.
//
// A loop is understood only if nothing but its own step changes the iterator,
// its bound stays the same, the comparison means the same over the integers,
// and the iterator reaches the bound without wrapping.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// Nothing if the loop is not counted or its iterator may do anything else.
std::optional<LoopShape> makeShape(ModelData &m, ir::NodeId loop);

} // namespace hocket::polyhedral
