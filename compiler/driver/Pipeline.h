// SPDX-License-Identifier: Apache-2.0
//
// From preprocessed C to per-core C.
#pragma once

#include "driver/Compilation.h"
#include "driver/OutputFile.h"
#include "driver/units/EmittedTexts.h"
#include "frontend/ExtractProgram.h"

#include <string>
#include <vector>

namespace hocket::driver {

struct PipelineResult {
  /// --stop-after ended the compilation; nothing is to be compiled.
  bool isStopped = false;
  /// Empty if nothing runs in parallel and the program is to be compiled as it
  /// is.
  EmittedTexts emitted;
  /// Reports and the emitted C of --emit. Written before the program is.
  std::vector<OutputFile> files;
};

/// Runs the stages in order. Throws UserError; any other exception is an
/// internal problem.
PipelineResult compileProgram(std::vector<SourceInput> inputs, Compilation &c);

} // namespace hocket::driver
