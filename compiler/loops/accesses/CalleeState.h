// SPDX-License-Identifier: Apache-2.0
//
// What called functions name by themselves: globals, and variables of theirs
// with static storage. A chunk's copy of such a variable, or its own total,
// reaches them through clones of the functions (ir/FunctionClones.h).
#pragma once

#include "dataflow/ProgramIndex.h"
#include "support/Isl.h"
#include "verdict/LoopVerdict.h"

#include "ir/FunctionClones.h"

#include <optional>

namespace hocket::polyhedral {

/// Nothing reads what a run of any function has left in the object: whoever
/// reads it has written it before, in the same run; and no such run goes on
/// around one of `within`, so that no iteration of a loop there leaves anything
/// for another one, or for what follows the loop.
bool isEmptyBetweenRuns(const ProgramIndex &index, isl::ctx ctx,
                        ir::ObjectId object, ir::FunctionId within,
                        bool strictAliasing);

/// The same of what runs of `function` leave when they have ended: a run of it
/// may be what reads, and goes on behind a loop of its own.
bool isEmptyAfterRuns(const ProgramIndex &index, isl::ctx ctx,
                      ir::ObjectId object, ir::FunctionId function,
                      bool strictAliasing);

/// A call for which the verdict takes a clone that cannot be had.
struct MissingClone {
  ir::CallPoint call;
  std::string why; ///< for people
};

std::optional<MissingClone> findMissingClone(const ProgramIndex &index,
                                             const LoopVerdict &verdict);

} // namespace hocket::polyhedral
