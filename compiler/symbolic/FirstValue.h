// SPDX-License-Identifier: Apache-2.0
//
// Every part of a split loop evaluates the first value of the iterator anew,
// after the parts before it. It has to be the same value.
#pragma once

#include "symbolic/AffineModel.h"

namespace hocket::polyhedral {

/// What the loop's init reads stays as it is while the loop runs, the iterator
/// too if it is read. A loop without an init starts from what the iterator
/// holds, so it never keeps its first value. \param loop the model's root.
bool keepsFirstValue(const AffineModel &model, ir::NodeId loop);

} // namespace hocket::polyhedral
