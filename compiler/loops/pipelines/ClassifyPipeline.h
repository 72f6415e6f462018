// SPDX-License-Identifier: Apache-2.0
//
// Loops that are not parallel as pipelines: where the classification refuses,
// this puts two items of the body in order instead, for state of the library,
// for variables that carry a value, and for pairs of accesses that may overlap.
#pragma once

#include "loops/context/LoopContext.h"
#include "verdict/LoopVerdict.h"

#include <functional>
#include <variant>

namespace hocket::polyhedral {

/// The pipeline, or why there is none: what follows "cores could overlap its
/// iterations in part, but", and where. Empty where the loop's own remark says
/// it all.
using PipelineResult = std::variant<LoopVerdict, RemarkNote>;

/// Whether iterations of a counted loop may overlap as a pipeline.
/// \param isHeavy what of the body is worth overlapping
PipelineResult classifyPipeline(const LoopContext &context,
                                const std::function<bool(ir::NodeId)> &isHeavy);

/// The same in an isl context and budget of its own.
/// \param mayTest on entry; else nothing is assumed of pointers
PipelineResult classifyPipeline(const ProgramIndex &index, ir::NodeId loop,
                                const LoopOptions &options, bool mayTest,
                                const std::function<bool(ir::NodeId)> &isHeavy);

} // namespace hocket::polyhedral
