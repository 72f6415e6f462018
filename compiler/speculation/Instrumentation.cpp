// SPDX-License-Identifier: Apache-2.0
#include "speculation/Instrumentation.h"

#include "speculation/CoveredLoops.h"
#include "speculation/LoopExits.h"
#include "speculation/LoopFacts.h"

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

MarkContext Instrumenter::contextOf(const std::set<ObjectId> &tracked,
                                    NodeId whole) {
  contexts_.push_back(std::make_unique<Context>(
      Context{tracked, SteadyMemory(facts_.program, facts_.effects, whole,
                                    facts_.options.strictAliasing)}));
  return {facts_.index,
          facts_.program,
          facts_.library,
          contexts_.back()->steady,
          contexts_.back()->tracked,
          isCloned_,
          !facts_.options.mayFuse};
}

std::vector<MarkedCall>
Instrumenter::callsOf(const std::vector<StmtId> &stmts) const {
  const SteadyMemory nothing(facts_.effects);
  const std::set<ObjectId> none;
  return marksOf({facts_.index, facts_.program, facts_.library, nothing, none,
                  isCloned_, !facts_.options.mayFuse},
                 stmts)
      .calls;
}

SpeculativeLoop Instrumenter::instrumented(
    NodeId loop, NodeId whole, const std::vector<StmtId> &stmts,
    const Captures &captures, const IterationParts &parts,
    const std::vector<FunctionId> &reached) {
  const Program &program = facts_.program;
  std::set<ObjectId> tracked;
  for (const Capture &capture : captures.variables)
    if (capture.kind == CaptureKind::Tracked ||
        capture.kind == CaptureKind::Address)
      tracked.insert(capture.object);
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
  result.code = marksOf(contextOf(tracked, whole), repeated);
  addCovered(result.code, program[loop].as<Loop>()->body);
  result.hasIndirectCalls = hasIndirectCall(result.code);
  result.keepsMemory = keepsMemory(result.code);
  // Also where the loop's function is called: its variables are others then.
  const MarkContext context = contextOf({}, whole);
  for (FunctionId id : reached) {
    if (!isCloned(id))
      continue;
    const NodeId body = program[id].body;
    InstrumentedFunction one = {id, marksOf(context, allStmts(program, body))};
    addCovered(one.code, body);
    result.hasIndirectCalls |= hasIndirectCall(one.code);
    result.keepsMemory &= keepsMemory(one.code);
    result.functions.push_back(std::move(one));
  }
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
