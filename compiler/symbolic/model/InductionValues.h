// SPDX-License-Identifier: Apache-2.0
//
// The values of induction variables at a place in an iteration: what they are
// on entry of the loop, plus step * number of the iteration, and what the
// iteration has added so far.
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

struct InductionAt {
  bool applies = false; ///< a loop around the point moves the variable
  std::optional<Value> value;
};

/// What the loop's variable holds before the first iteration, its init done.
std::optional<Value> startOf(ModelData &m, ir::NodeId loop,
                             const ir::Induction &induction);

/// The variable at a point of an iteration that moves it.
InductionAt inductionAt(ModelData &m, ir::ObjectId object, Point point);

} // namespace hocket::polyhedral
