// SPDX-License-Identifier: Apache-2.0
//
// Stage 1: C to IR. Needs: the preprocessed text of each C file and the flags
// that change its language. Promises: an ir::Program that passes ir::verify; a
// unit that Clang cannot read is in it with `parsed` false and a remark, a
// function that the IR cannot describe has no body and says why. Of
// Clang nothing but the trees survives the call, and nothing is printed.
#pragma once

#include "frontend/ReachedFunctions.h"
#include "frontend/SourceInput.h"
#include "frontend/UnitTrees.h"
#include "ir/Program.h"
#include "support/Remarks.h"

#include <vector>

namespace hocket {

/// The program that the inputs make together.
/// \param hasForeignCode whether other objects or archives are linked in
/// \param reached the other functions are no part of the program; default: all
/// are.
/// \param trees of units that were read before, and get those of the others.
ir::Program extractProgram(const std::vector<SourceInput> &inputs,
                           bool hasForeignCode, RemarkSink &remarks,
                           const ReachedFunctions &reached, UnitTrees &trees);

/// The same, of texts that are read once.
ir::Program extractProgram(const std::vector<SourceInput> &inputs,
                           bool hasForeignCode, RemarkSink &remarks,
                           const ReachedFunctions &reached = {});

} // namespace hocket
