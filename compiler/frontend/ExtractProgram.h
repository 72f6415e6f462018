// SPDX-License-Identifier: Apache-2.0
//
// Stage 1: C to IR. Needs: the preprocessed text of each C file and the flags
// that change its language. Promises: an ir::Program that passes ir::verify; a
// unit that Clang cannot read is in it with `parsed` false and a remark, a
// function that the IR cannot describe has no body and says why. Nothing of
// Clang survives the call, and nothing is printed.
#pragma once

#include "ir/Program.h"
#include "support/Remarks.h"

#include <string>
#include <vector>

namespace hocket {

/// One C file as the compiler behind hocketcc sees it.
struct SourceInput {
  std::string path; ///< as the user wrote it
  std::string text; ///< preprocessed by the target compiler, with line markers
  /// The command's flags; those that do not change the meaning of preprocessed
  /// C are ignored, so the whole list may be given.
  std::vector<std::string> flags;
};

/// The program that the inputs make together.
/// \param hasForeignCode whether other objects or archives are linked in
ir::Program extractProgram(const std::vector<SourceInput> &inputs,
                           bool hasForeignCode, RemarkSink &remarks);

} // namespace hocket
