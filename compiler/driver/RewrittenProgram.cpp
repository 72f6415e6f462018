// SPDX-License-Identifier: Apache-2.0
#include "driver/RewrittenProgram.h"

#include "analysis/ComputeEffects.h"
#include "analysis/SeparateHeaps.h"
#include "analysis/calls/PassThroughCalls.h"
#include "analysis/calls/SeeThroughCalls.h"
#include "analysis/library/LibraryTable.h"
#include "driver/StageOptions.h"
#include "ir/Print.h"
#include "ir/TileLoops.h"
#include "ir/Tree.h"
#include "nestcheck/SameObjects.h"
#include "normalization/StructuredJumps.h"
#include "splitting/Pipelines.h"
#include "splitting/SplitLoops.h"
#include "transformation/nest/FindNest.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

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
  ir::Program program = extractProgram(inputs, c.options.facts.hasForeignCode,
                                       said, c.reached, *c.trees);
  if (std::string missing = whatIsMissing(before, program, what);
      !missing.empty())
    throw std::logic_error(missing);
  ir::markTiles(program, c.tileLoops);
  return program;
}

/// The stages up to the copies of calls.
ir::Program withCopies(ir::Program program, const std::string &what,
                       const Compilation &c) {
  analysis::resolvePassThroughCalls(program);
  if (c.pointers == analysis::PointersAre::Followed)
    analysis::separateHeaps(program);
  analysis::seeThroughCalls(program);
  if (std::vector<std::string> wrong = ir::verify(program); !wrong.empty())
    throw std::logic_error("malformed program: " + what + ": " + wrong.front());
  return program;
}

ir::Program readRewritten(std::vector<SourceInput> &inputs,
                          const ir::Program &before,
                          const std::vector<std::string> &texts,
                          const std::string &what, const Compilation &c) {
  return withCopies(readTexts(inputs, before, texts, what, c), what, c);
}

std::tuple<ir::Program, analysis::Effects> withEffects(ir::Program program,
                                                       const Compilation &c) {
  analysis::Effects effects = analysis::computeEffects(
      program, {.mathErrno = c.options.facts.mathErrno}, c.pointers);
  return {std::move(program), std::move(effects)};
}

} // namespace

ReachedFunctions functionsReached(const std::vector<SourceInput> &inputs,
                                  const Compilation &c) {
  const analysis::LibraryTable library;
  return reachedFunctions(
      inputs, c.options.facts.hasForeignCode,
      [&](const std::string &name) { return library.find(name) != nullptr; },
      *c.trees);
}

namespace {

/// The first stages again, for calls written out in place.
/// \param inputs get that text.
std::tuple<ir::Program, analysis::Effects>
readWrittenOut(std::vector<SourceInput> &inputs, const ir::Program &before,
               const std::vector<std::string> &texts, const Compilation &c) {
  return withEffects(
      readRewritten(inputs, before, texts, "helpers written out in place", c),
      c);
}

/// The same for the text of `inputs`, without functions that nothing calls any
/// more. \param c learns which these are
std::tuple<ir::Program, analysis::Effects>
readWhatIsReached(const std::vector<SourceInput> &inputs, Compilation &c) {
  c.reached = functionsReached(inputs, c);
  RemarkSink said; // about the user's own text already
  ir::Program program = extractProgram(inputs, c.options.facts.hasForeignCode,
                                       said, c.reached, *c.trees);
  return withEffects(
      withCopies(std::move(program), "helpers written out in place", c), c);
}

/// Another text may be fused otherwise, and is no evidence of the user's.
bool mayTryTexts(const Compilation &c) {
  const Options &options = c.options;
  return !options.noTransform && !options.profileGenerate &&
         options.profileUse.empty() && !options.pinsSums && !c.hasExcess &&
         c.nestFusing != transformation::Fusing::ByOrder;
}

transformation::Reorderings reorder(const std::vector<SourceInput> &inputs,
                                    const ir::Program &program,
                                    const analysis::Effects &effects,
                                    std::set<std::string> only,
                                    const Compilation &c) {
  SequentialFusing nobody(c.sequential, inputs);
  transformation::ReorderOptions options = reorderOptions(c, inputs, nobody);
  options.only = std::move(only);
  return transformation::reorderNests(program, effects, options);
}

/// Where a loop stands in the user's text: in which function, at which place.
using LoopPlace = std::pair<std::string, SourceLocation>;

LoopPlace placeOf(const ir::Program &program, ir::NodeId loop) {
  return {program[program[loop].function].name, program[loop].location};
}

std::set<LoopPlace> rootsOf(const ir::Program &program,
                            const transformation::Reorderings &reordered) {
  std::set<LoopPlace> result;
  for (const transformation::ReorderedNest &nest : reordered.nests)
    result.insert(placeOf(program, nest.root));
  return result;
}

/// A loop, or a statement in one.
bool isInOneOf(const ir::Program &program, ir::NodeId node,
               const std::set<LoopPlace> &roots) {
  std::vector<ir::NodeId> around = ir::loopsAround(program, node);
  if (program[node].as<ir::Loop>())
    around.push_back(node);
  return std::any_of(around.begin(), around.end(), [&](ir::NodeId loop) {
    return roots.count(placeOf(program, loop)) != 0;
  });
}

/// A counted loop is around it, or inside.
bool isInNest(const ir::Program &program, ir::NodeId loop) {
  bool result = !ir::loopsAround(program, loop).empty();
  ir::forEachNode(program, program[loop].as<ir::Loop>()->body,
                  [&](ir::NodeId node) {
                    const ir::Loop *inner = program[node].as<ir::Loop>();
                    result |= inner && inner->counted;
                  });
  return result;
}

/// Nothing in the innermost loop around the call keeps its place.
bool isInMovable(const polyhedral::ProgramIndex &index,
                 const ir::CallPoint &point) {
  const ir::Program &program = index.program();
  const std::vector<ir::NodeId> around = ir::loopsAround(program, point.node);
  std::vector<ir::StmtId> stmts = ir::allStmts(program, around.back());
  return std::all_of(stmts.begin(), stmts.end(), [&](ir::StmtId stmt) {
    return transformation::whyFixed(index, stmt).empty();
  });
}

} // namespace

void structureNests(std::vector<SourceInput> &inputs, ir::Program &program,
                    analysis::Effects &effects,
                    transformation::Reorderings &reordered,
                    const Compilation &c) {
  if (!mayTryTexts(c))
    return;
  std::set<std::string> functions;
  auto mayHelp = [&](ir::NodeId loop) {
    if (isInNest(program, loop))
      functions.insert(program[program[loop].function].name);
    return isInNest(program, loop);
  };
  std::vector<SourceInput> changed = inputs;
  auto read = [&](const std::vector<std::string> &texts) {
    std::optional<ir::Program> result;
    if (!texts.empty())
      result = readIfUnderstood(changed, program, texts, c);
    return result ? std::optional(withEffects(
                        withCopies(std::move(*result), "branches for jumps", c),
                        c))
                  : std::nullopt;
  };
  auto tried = read(normalization::textsWithoutContinue(program, mayHelp));
  if (!tried)
    return;
  const std::set<LoopPlace> now =
      rootsOf(std::get<ir::Program>(*tried),
              reorder(changed, std::get<ir::Program>(*tried),
                      std::get<analysis::Effects>(*tried), functions, c));
  auto helps = [&](ir::NodeId loop) {
    return mayHelp(loop) && isInOneOf(program, loop, now);
  };
  changed = inputs;
  tried = read(normalization::textsWithoutContinue(program, helps));
  if (!tried)
    return;
  inputs = std::move(changed);
  std::tie(program, effects) = std::move(*tried);
  reordered = reorder(inputs, program, effects, {}, c);
}

void writeOutNestCalls(std::vector<SourceInput> &inputs, ir::Program &program,
                       analysis::Effects &effects,
                       transformation::Reorderings &reordered, Compilation &c) {
  if (!mayTryTexts(c) || c.options.noInlining)
    return;
  const inlining::InliningOptions options = inliningOptions(c.options);
  const std::set<LoopPlace> before = rootsOf(program, reordered);
  std::set<ir::FunctionId> helped; ///< without that
  for (const transformation::ReorderedNest &nest : reordered.nests)
    helped.insert(program[nest.root].function);
  const polyhedral::ProgramIndex index(program, effects, /*seesThrough=*/true);
  auto mayHelp = [&](const ir::CallPoint &point) {
    return isInMovable(index, point) &&
           helped.count(ir::calleeOf(program, point).id) == 0 &&
           !isInOneOf(program, point.node, before);
  };
  inlining::Inlining inlined =
      inlining::inlineNestCalls(program, effects, options, mayHelp);
  if (inlined.texts.empty())
    return;
  std::vector<SourceInput> changed = inputs;
  auto [tried, effectsTried] =
      readWrittenOut(changed, program, inlined.texts, c);
  std::set<std::string> callers;
  for (const inlining::InlinedCall &call : inlined.calls)
    callers.insert(call.caller);
  const std::set<LoopPlace> now =
      rootsOf(tried, reorder(changed, tried, effectsTried, callers, c));
  const std::size_t all = inlined.calls.size();
  inlined = inlining::inlineNestCalls(
      program, effects, options, [&](const ir::CallPoint &point) {
        return mayHelp(point) && isInOneOf(program, point.node, now);
      });
  if (inlined.texts.empty())
    return;
  if (inlined.calls.size() != all) {
    changed = inputs;
    std::tie(tried, effectsTried) =
        readWrittenOut(changed, program, inlined.texts, c);
  }
  std::vector<char> leftOut = inlining::functionsLeftOut(program, tried);
  if (std::find(leftOut.begin(), leftOut.end(), true) != leftOut.end())
    std::tie(tried, effectsTried) = readWhatIsReached(changed, c);
  inputs = std::move(changed);
  program = std::move(tried);
  effects = std::move(effectsTried);
  reordered = reorder(inputs, program, effects, {}, c);
}

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
  ir::Program read = extractProgram(inputs, c.options.facts.hasForeignCode,
                                    said, c.reached, *c.trees);
  if (!whatIsMissing(program, read, "the text").empty())
    return std::nullopt;
  return read;
}

namespace {

/// Leaves out the marks, one at a time, whose text cannot be read: their
/// clauses are no C.
void leaveOutUnreadable(const std::vector<SourceInput> &inputs,
                        const ir::Program &program,
                        const accelerators::MarkedTasks &marked,
                        Compilation &c) {
  size_t before = c.leftOut.size();
  for (uint32_t number : marked.marked) {
    accelerators::LeftOut others = c.leftOut;
    for (uint32_t other : marked.marked)
      if (other != number)
        others[other] = {};
    accelerators::MarkedTasks one =
        accelerators::markTasks(program, c.soc, others);
    std::vector<SourceInput> changed = inputs;
    if (!readIfUnderstood(changed, program, one.texts, c)) {
      const ir::AcceleratorTask &task = marked.tasks[number];
      c.leftOut[number] = {RemarkId::AcceleratorNotRead,
                           task.location,
                           task.function,
                           {"what stands in its clauses cannot be read there"},
                           {}};
    }
  }
  if (c.leftOut.size() == before) // only together
    for (uint32_t number : marked.marked)
      c.leftOut[number] = accelerators::notUsed(
          marked.tasks[number], "it cannot be read beside others", "");
}

} // namespace

bool markAccelerated(std::vector<SourceInput> &inputs, ir::Program &program,
                     Compilation &c) {
  for (;;) {
    accelerators::MarkedTasks marked =
        accelerators::markTasks(program, c.soc, c.leftOut);
    if (!marked.marked.empty() &&
        (c.options.profileGenerate || c.options.checkDependences)) {
      for (uint32_t number : marked.marked)
        c.leftOut[number] = accelerators::notUsed(
            marked.tasks[number], "the program counts or checks what it does",
            "compile it without --profile-generate and --check-dependences");
      continue;
    }
    std::vector<SourceInput> changed = inputs;
    std::optional<ir::Program> read;
    if (!marked.texts.empty() &&
        !(read = readIfUnderstood(changed, program, marked.texts, c))) {
      if (marked.marked.empty())
        return false;
      leaveOutUnreadable(inputs, program, marked, c);
      continue;
    }
    for (Remark &remark : marked.remarks)
      c.remarks.add(std::move(remark));
    c.accelerated = std::move(marked.tasks);
    if (!read)
      return false;
    inputs = std::move(changed);
    program = std::move(*read);
    return true;
  }
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
        after, {.mathErrno = c.options.facts.mathErrno}, c.pointers);
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
                  Compilation &c, const FunctionsAsked &asked) {
  std::vector<SourceInput> changed = inputs;
  ir::Program rewritten = readRewritten(changed, program, inlined.texts,
                                        "calls written out in place", c);
  analysis::Effects effects = analysis::computeEffects(
      rewritten, {.mathErrno = c.options.facts.mathErrno}, c.pointers);
  std::vector<polyhedral::LoopVerdict> verdicts = polyhedral::classifyLoops(
      rewritten, effects, loopOptions(c),
      asked ? asked(rewritten) : std::set<ir::FunctionId>());
  std::vector<char> leftOut = inlining::functionsLeftOut(program, rewritten);
  // Nor those that are called elsewhere, too: what is known of their parameters
  // is not true of the calls that are written out.
  const std::set<std::string> named = inlining::wordsOfOriginals(inlined);
  std::erase_if(verdicts, [&](const polyhedral::LoopVerdict &verdict) {
    const ir::FunctionId function = rewritten[verdict.loop].function;
    return leftOut[index(function)] != 0 ||
           named.count(rewritten[function].name) != 0;
  });
  splitAndOverlap(rewritten, effects, verdicts, loopOptions(c));
  return {std::move(rewritten), std::move(effects), std::move(verdicts)};
}

} // namespace hocket::driver
