// SPDX-License-Identifier: Apache-2.0
//
// The compilation of one program, stage by stage. Read this function first:
// every stage is called here and nowhere else.
#include "driver/Pipeline.h"

#include "ir/Print.h"

#include "llvm/Support/raw_ostream.h"

namespace hocket::driver {

PipelineResult compileProgram(const std::vector<frontend::SourceInput> &inputs,
                              Compilation &c) {
  PipelineResult result;

  // Read the C sources into our own IR. Clang is not needed after this stage.
  ir::Program program = frontend::extractProgram(
      inputs, c.options.facts.hasForeignCode, c.remarks);
  if (c.stopAfter(Phase::Frontend,
                  [&](llvm::raw_ostream &out) { ir::print(program, out); })) {
    result.isStopped = true;
    return result;
  }

  return result;
}

} // namespace hocket::driver
