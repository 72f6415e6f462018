// SPDX-License-Identifier: Apache-2.0
//
// Pipelines: loops whose iterations cannot run in any order, but of which only
// parts have to keep it.
//
//   for (n = 0; n < frames; n++) {
//     draw(picture, n);             free: each core has a picture of its own
//     smooth(picture);              free
//     code(&stream, picture);       in order: it carries the quantizer
//   }
//
// Each core takes every so-manieth iteration, and before an ordered stage it
// waits until the iteration before has left that. So there are at most as many
// iterations under way as there are cores, and what ordered stages do, output
// included, comes in the order of the iterations.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "loops/context/LoopOptions.h"
#include "verdict/LoopVerdict.h"

namespace hocket::polyhedral {

/// Judges loops that are sequential once more. To be done when loops have been
/// split and calls inlined: what is parallel in parts is better off so.
void findPipelines(const ir::Program &program, const analysis::Effects &effects,
                   std::vector<LoopVerdict> &verdicts,
                   const LoopOptions &options);

/// True if the sequential loop could be one. \p index is of the program, and
/// sees through inlined calls.
bool mayBePipeline(const ProgramIndex &index, ir::NodeId loop,
                   const LoopOptions &options);

/// The loop as a pipeline with ordered updates, if updates alone keep it
/// sequential. \param refused the remark on it; what else stands in the way
/// becomes a note. \param index as above.
std::optional<LoopVerdict> withOrderedUpdates(const ProgramIndex &index,
                                              ir::NodeId loop,
                                              const LoopOptions &options,
                                              Remark &refused);

/// What the loop adds up may take longer than the addition: there are calls, or
/// loops inside that do not only add.
bool hasDearTerms(const ir::Program &program, ir::NodeId loop);

/// True if the node may run for longer than a hand-over takes: it has loops, or
/// calls what has.
bool isHeavy(const ir::Program &program, const analysis::Effects &effects,
             ir::NodeId node);

} // namespace hocket::polyhedral
