// SPDX-License-Identifier: Apache-2.0
//
// Where a scalar variable of the user's is in the new order: in its own place,
// in a variable of the new text, or in an element of one. A variable of a block
// is another place each time that the block is entered.
#pragma once

#include "nestcheck/Instances.h"

#include <optional>

namespace hocket::nestcheck {

/// { Own[] }: where the variable is in the user's program.
isl::set ownPlace(isl::ctx ctx);
/// { run -> place } of all.
isl::map toPlace(const isl::set &runs, const isl::set &place);
/// The variable is declared in the new text.
bool isOfNewText(const Question &question, ir::ObjectId variable);

/// { T[...] -> place }, for more than what runs: which element of the variable
/// the run touches. Nothing if there are several, or it cannot be said.
std::optional<isl::map> placeOf(const Question &question, const Run &run,
                                const NewRun &known, ir::ObjectId variable);

} // namespace hocket::nestcheck
