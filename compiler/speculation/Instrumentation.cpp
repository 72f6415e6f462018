// SPDX-License-Identifier: Apache-2.0
#include "speculation/Instrumentation.h"

#include "speculation/LoopExits.h"
#include "speculation/LoopFacts.h"
#include "speculation/marks/CoveredLoops.h"
#include "speculation/marks/RepeatedMarks.h"

#include "ir/Tree.h"

#include <algorithm>
#include <iterator>

namespace hocket::speculation {

using namespace ir;

static bool hasIndirectCall(const Instrumented &code) {
  return std::any_of(
      code.calls.begin(), code.calls.end(),
      [](const MarkedCall &call) { return call.kind == CallKind::Indirect; });
}

bool Instrumenter::isCloned(FunctionId function) const {
  return facts_.called.whyNotCloned(function).empty();
}

static std::set<ObjectId> capturedAs(const std::vector<Capture> &captures,
                                     const std::vector<CaptureKind> &kinds) {
  std::set<ObjectId> result;
  for (const Capture &capture : captures)
    if (std::find(kinds.begin(), kinds.end(), capture.kind) != kinds.end())
      result.insert(capture.object);
  return result;
}

MarkContext Instrumenter::contextOf(const std::vector<Capture> &captures,
                                    NodeId whole) {
  contexts_.push_back(std::make_unique<Context>(Context{
      capturedAs(captures, {CaptureKind::Tracked, CaptureKind::Address}),
      SteadyMemory(facts_.program, facts_.effects, whole,
                   facts_.options.strictAliasing),
      OwnMemory(facts_.program, facts_.effects, whole,
                capturedAs(captures, {CaptureKind::Own}))}));
  const Context &made = *contexts_.back();
  return {facts_.index,   facts_.program, facts_.effects,
          facts_.library, made.steady,    made.own,
          made.tracked,   isCloned_,      !facts_.options.mayFuse};
}

std::vector<MarkedCall>
Instrumenter::callsOf(const std::vector<StmtId> &stmts) const {
  const SteadyMemory nothing(facts_.effects);
  const OwnMemory nobodys;
  const std::set<ObjectId> none;
  return marksOf({facts_.index, facts_.program, facts_.effects, facts_.library,
                  nothing, nobodys, none, isCloned_, !facts_.options.mayFuse},
                 stmts)
      .calls;
}

SpeculativeLoop Instrumenter::instrumented(
    NodeId loop, NodeId whole, const std::vector<StmtId> &stmts,
    const Captures &captures, const IterationParts &parts,
    const std::vector<FunctionId> &reached) {
  const Program &program = facts_.program;
  SpeculativeLoop result;
  result.loop = loop;
  result.isCounted = countedHeader(program, loop) != nullptr;
  result.parts = parts;
  result.exits = *exitsOf(program, loop);
  result.captures = captures.variables;
  // What its init does is done before.
  const TextRange &init = program[loop].as<Loop>()->initText;
  std::vector<StmtId> repeated;
  std::copy_if(stmts.begin(), stmts.end(), std::back_inserter(repeated),
               [&](StmtId stmt) {
                 return init.empty() || !init.contains(program[stmt].text);
               });
  const MarkContext ofLoop = contextOf(captures.variables, whole);
  result.code = marksOf(ofLoop, repeated);
  result.hasIndirectCalls = hasIndirectCall(result.code);
  result.keepsMemory = keepsMemory(result.code);
  // Also where the loop's function is called: its variables are others then.
  const std::set<ObjectId> none;
  const MarkContext context = {
      ofLoop.index,   ofLoop.program,  ofLoop.effects,
      ofLoop.library, ofLoop.steady,   ofLoop.own,
      none,           ofLoop.isCloned, ofLoop.mayDefer};
  for (FunctionId id : reached) {
    if (!isCloned(id))
      continue;
    const NodeId body = program[id].body;
    InstrumentedFunction one = {id, marksOf(context, allStmts(program, body))};
    result.hasIndirectCalls |= hasIndirectCall(one.code);
    result.keepsMemory &= keepsMemory(one.code);
    result.functions.push_back(std::move(one));
  }
  dropRepeatedMarks(facts_.index, whole, result);
  addCovered(result.code, program[loop].as<Loop>()->body);
  for (InstrumentedFunction &one : result.functions)
    addCovered(one.code, program[one.function].body);
  return result;
}

void Instrumenter::addEpilogue(SpeculativeLoop &loop,
                               const std::vector<StmtId> &stmts) {
  const Program &program = facts_.program;
  const MarkContext context = contextOf({}, loop.loop);
  bool keeps = whyNotMarked(program, stmts, true).empty() &&
               keepsMemory(marksOf(context, stmts));
  for (FunctionId id :
       facts_.called.reachedFrom(stmts, program[loop.loop].function))
    keeps = keeps && isCloned(id) &&
            keepsMemory(marksOf(context, allStmts(program, program[id].body)));
  loop.epilogueKeepsMemory = keeps;
  loop.keepsMemory &= keeps;
}

void Instrumenter::addCovered(Instrumented &code, NodeId root) const {
  code.covered = coveredLoops(facts_.index, facts_.effects,
                              facts_.options.strictAliasing, root, code);
}

} // namespace hocket::speculation
