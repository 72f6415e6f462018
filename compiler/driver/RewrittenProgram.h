// SPDX-License-Identifier: Apache-2.0
//
// Reading and judging a program once more, after loops were reordered or calls
// written out in it.
#pragma once

#include "analysis/Effects.h"
#include "driver/Compilation.h"
#include "frontend/ExtractProgram.h"
#include "inlining/InlineCalls.h"
#include "loops/ClassifyLoops.h"
#include "transformation/ReorderNests.h"
#include "verdict/LoopVerdict.h"

#include <functional>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace hocket::driver {

/// What may be had of loops that are not parallel.
void splitAndOverlap(ir::Program &program, analysis::Effects &effects,
                     std::vector<polyhedral::LoopVerdict> &verdicts,
                     const polyhedral::LoopOptions &options);

/// What may run of the text.
ReachedFunctions functionsReached(const std::vector<SourceInput> &inputs,
                                  const Compilation &c);

/// The front end again, for loops with deadlines. \param inputs get that text.
ir::Program readMarked(std::vector<SourceInput> &inputs,
                       const ir::Program &program,
                       const std::vector<std::string> &texts, Compilation &c);

/// The front end again, for statements that accelerators may run; a remark on
/// each mark that is not followed. \returns whether there are any: what becomes
/// of them is in the program then, as in `inputs`.
bool markAccelerated(std::vector<SourceInput> &inputs, ir::Program &program,
                     Compilation &c);

/// Helpers that hold a part of a loop nest, written out in place. `p = dot(q,
/// k, j);` in a loop over j is a nest whose inner loop is in another function.
/// Which calls that is good for says the stage that orders nests: those that
/// stand in no nest that it has reordered, and whose functions have none, are
/// written out for a try, and stay so where it reorders a nest around them
/// then.
/// \param program up to the copies of calls; it and the others become those of
/// the new text, if there is one. Functions that nothing calls any more are no
/// part of it.
void writeOutNestCalls(std::vector<SourceInput> &inputs, ir::Program &program,
                       analysis::Effects &effects,
                       transformation::Reorderings &reordered, Compilation &c);

/// Writes `continue` as a branch around what follows it, where a nest gets
/// another order then; elsewhere a jump is as good, or better: what follows can
/// be divided among stages. \param program as above
void structureNests(std::vector<SourceInput> &inputs, ir::Program &program,
                    analysis::Effects &effects,
                    transformation::Reorderings &reordered,
                    const Compilation &c);

/// The front end again, for another text; nothing if not all can be read.
/// \param inputs get that text.
std::optional<ir::Program>
readIfUnderstood(std::vector<SourceInput> &inputs, const ir::Program &program,
                 const std::vector<std::string> &texts, const Compilation &c);

/// The first stages again, for the reordered text. With --prove-nests it is
/// checked: nests that are not proved to do the same leave `reordered`, and
/// have the user's text.
/// \param inputs get that text.
std::tuple<ir::Program, analysis::Effects>
understandReordered(std::vector<SourceInput> &inputs, ir::Program program,
                    analysis::Effects effects,
                    transformation::Reorderings &reordered, Compilation &c);

/// Which functions of a rewritten program matter; none: all.
using FunctionsAsked =
    std::function<std::set<ir::FunctionId>(const ir::Program &)>;

/// The first stages again, for the rewritten text. Functions that only served
/// calls that are gone keep their text, but no verdicts: nothing of them runs.
/// \param asked loops of other functions get no verdicts either; null: all do
std::tuple<ir::Program, analysis::Effects, std::vector<polyhedral::LoopVerdict>>
understandInlined(const std::vector<SourceInput> &inputs,
                  const ir::Program &program, const inlining::Inlining &inlined,
                  Compilation &c, const FunctionsAsked &asked = nullptr);

} // namespace hocket::driver
