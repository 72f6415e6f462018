// SPDX-License-Identifier: Apache-2.0
//
// Scalars that a loop only accumulates into.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "verdict/LoopVerdict.h"

#include <optional>
#include <vector>

namespace hocket::polyhedral {

/// The reduction that the statements (all of a loop, but for its init) make on
/// the variable, if each of their accesses to it is an update with one
/// operator. Integer operators on integers; a floating-point one is returned
/// too, though only `mayReassociate` allows to use it.
std::optional<ReductionObject>
findReduction(const ProgramIndex &index, const std::vector<ir::StmtId> &stmts,
              ir::ObjectId object);

} // namespace hocket::polyhedral
