// SPDX-License-Identifier: Apache-2.0
#include "driver/RewrittenProgram.h"

#include "analysis/ComputeEffects.h"
#include "analysis/SeparateHeaps.h"
#include "analysis/calls/PassThroughCalls.h"
#include "analysis/calls/SeeThroughCalls.h"
#include "driver/StageOptions.h"
#include "ir/Print.h"
#include "ir/TileLoops.h"
#include "nestcheck/SameObjects.h"
#include "splitting/Pipelines.h"
#include "splitting/SplitLoops.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace hocket::driver {

namespace {

std::size_t definitions(const ir::Program &program) {
  return static_cast<std::size_t>(
      std::count_if(program.functions.begin(), program.functions.end(),
                    [](const ir::Function &f) { return isValid(f.body); }));
}

/// Empty: all that was is there.
std::string whatIsMissing(const ir::Program &before, const ir::Program &after,
                          const std::string &what) {
  for (std::size_t i = 0; i < after.units.size(); ++i)
    if (after.units[i].parsed != before.units[i].parsed)
      return what + " cannot be read: " + after.units[i].problem;
  return definitions(after) == definitions(before)
             ? ""
             : what + " are not understood";
}

/// \param inputs get the texts. \param what has been done, for problems
ir::Program readTexts(std::vector<SourceInput> &inputs,
                      const ir::Program &before,
                      const std::vector<std::string> &texts,
                      const std::string &what, const Compilation &c) {
  for (std::size_t i = 0; i < inputs.size(); ++i)
    inputs[i].text = texts[i];
  RemarkSink said; // about the user's own text already
  ir::Program program =
      extractProgram(inputs, c.options.facts.hasForeignCode, said, c.reached);
  if (std::string missing = whatIsMissing(before, program, what);
      !missing.empty())
    throw std::logic_error(missing);
  ir::markTiles(program, c.tileLoops);
  return program;
}

/// The same, with the stages up to the copies of calls.
ir::Program readRewritten(std::vector<SourceInput> &inputs,
                          const ir::Program &before,
                          const std::vector<std::string> &texts,
                          const std::string &what, const Compilation &c) {
  ir::Program program = readTexts(inputs, before, texts, what, c);
  analysis::resolvePassThroughCalls(program);
  analysis::separateHeaps(program);
  analysis::seeThroughCalls(program);
  if (std::vector<std::string> wrong = ir::verify(program); !wrong.empty())
    throw std::logic_error("malformed program: " + what + ": " + wrong.front());
  return program;
}

} // namespace

ir::Program readMarked(std::vector<SourceInput> &inputs,
                       const ir::Program &program,
                       const std::vector<std::string> &texts, Compilation &c) {
  return readTexts(inputs, program, texts, "loops with deadlines", c);
}

std::optional<ir::Program>
readIfUnderstood(std::vector<SourceInput> &inputs, const ir::Program &program,
                 const std::vector<std::string> &texts, const Compilation &c) {
  for (std::size_t i = 0; i < inputs.size(); ++i)
    inputs[i].text = texts[i];
  RemarkSink said; // about the user's own text already
  ir::Program read =
      extractProgram(inputs, c.options.facts.hasForeignCode, said, c.reached);
  if (!whatIsMissing(program, read, "the text").empty())
    return std::nullopt;
  return read;
}

void splitAndOverlap(ir::Program &program, analysis::Effects &effects,
                     std::vector<polyhedral::LoopVerdict> &verdicts,
                     const polyhedral::LoopOptions &options) {
  polyhedral::splitLoops(program, effects, verdicts, options);
  polyhedral::findPipelines(program, effects, verdicts, options);
}

namespace {

/// By root: why it is not proved that the nest does the same in its new order.
std::map<ir::NodeId, std::string>
notProved(const ir::Program &before, const analysis::Effects &effectsBefore,
          const ir::Program &after, const analysis::Effects &effectsAfter,
          const std::vector<transformation::ReorderedNest> &nests,
          const nestcheck::CheckOptions &options) {
  const polyhedral::ProgramIndex old(before, effectsBefore, true);
  const polyhedral::ProgramIndex now(after, effectsAfter, true);
  const nestcheck::Programs programs{old, now,
                                     nestcheck::sameObjects(before, after)};
  std::map<ir::NodeId, std::string> result;
  for (const transformation::ReorderedNest &nest : nests)
    if (std::string why =
            nest.hasPins
                ? ""
                : nestcheck::whyNotProved(
                      programs,
                      {nest.root, nest.place, {nest.apart, nest.within}},
                      options);
        !why.empty())
      result[nest.root] = "it is not proved to do the same then: " + why;
  return result;
}

} // namespace

std::tuple<ir::Program, analysis::Effects>
understandReordered(std::vector<SourceInput> &inputs, ir::Program program,
                    analysis::Effects effects,
                    transformation::Reorderings &reordered, Compilation &c) {
  for (;;) {
    std::vector<SourceInput> changed = inputs;
    ir::Program after =
        readRewritten(changed, program, reordered.texts, "reordered loops", c);
    analysis::Effects effectsAfter = analysis::computeEffects(
        after, {.mathErrno = c.options.facts.mathErrno});
    std::map<ir::NodeId, std::string> why;
    if (c.options.proveNests)
      why = notProved(program, effects, after, effectsAfter, reordered.nests,
                      checkOptions(c));
    if (why.empty()) {
      inputs = std::move(changed);
      return {std::move(after), std::move(effectsAfter)};
    }
    transformation::keepNests(program, why, reordered);
    if (reordered.texts.empty())
      return {std::move(program), std::move(effects)};
  }
}

std::tuple<ir::Program, analysis::Effects, std::vector<polyhedral::LoopVerdict>>
understandInlined(const std::vector<SourceInput> &inputs,
                  const ir::Program &program, const inlining::Inlining &inlined,
                  Compilation &c) {
  std::vector<SourceInput> changed = inputs;
  ir::Program rewritten = readRewritten(changed, program, inlined.texts,
                                        "calls written out in place", c);
  analysis::Effects effects = analysis::computeEffects(
      rewritten, {.mathErrno = c.options.facts.mathErrno});
  std::vector<polyhedral::LoopVerdict> verdicts =
      polyhedral::classifyLoops(rewritten, effects, loopOptions(c));
  std::vector<char> leftOut = inlining::functionsLeftOut(program, rewritten);
  std::erase_if(verdicts, [&](const polyhedral::LoopVerdict &verdict) {
    return leftOut[index(rewritten[verdict.loop].function)] != 0;
  });
  splitAndOverlap(rewritten, effects, verdicts, loopOptions(c));
  return {std::move(rewritten), std::move(effects), std::move(verdicts)};
}

} // namespace hocket::driver
