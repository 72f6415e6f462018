// SPDX-License-Identifier: Apache-2.0
//
// What holds whenever the model's root is entered, from the conditions around
// it. A condition of a branch or loop that encloses the root was true when
// control passed it; it still is if nothing inside the branch or loop body
// changes what it names. An iterator that only grows is at least what it
// started from. A variable that was given a value before, and left alone since,
// has it (OutsideValues.h).
#pragma once

#include "symbolic/model/ModelData.h"

namespace hocket::polyhedral {

/// { : what holds on entry of the root }.
isl::set entryContext(ModelData &m);

} // namespace hocket::polyhedral
