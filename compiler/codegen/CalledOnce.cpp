// SPDX-License-Identifier: Apache-2.0
#include "codegen/CalledOnce.h"

#include "ir/FunctionBody.h"
#include "ir/FunctionClones.h"
#include "ir/Holes.h"
#include "ir/Identifiers.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <optional>
#include <span>

namespace hocket::codegen {

using namespace ir;

namespace {

/// Beyond that gcc does not inline: the caller's stack would grow too much.
constexpr uint64_t maxLocalBytes = policy.emission.calledOnceBytes;
/// And the caller's text.
constexpr uint32_t maxTextBytes = policy.emission.calledOnceText;
/// Calls that our own writing out may have made of one.
constexpr size_t maxCopies = policy.emission.calledOnceCopies;

/// A compiler inlines it, and that has no other effects.
bool isInlinable(const Program &program, const Function &function) {
  if (!function.isStatic || function.isAddressTaken ||
      function.isMentionedElsewhere ||
      function.text.end - function.text.begin > maxTextBytes ||
      !whyNotCloned(program, function.id).empty() ||
      !cloneAttributes(program, function.id).empty() ||
      !wordOfFrame(program, function.id).empty() ||
      !hasFixedParameters(program, function.id) ||
      !function.resultType.needs.empty() ||
      localBytes(program, function.id) > maxLocalBytes)
    return false;
  std::vector<std::string_view> words =
      identifiersIn(program.text(function.text));
  if (std::count(words.begin(), words.end(), "goto") != 0)
    return false;
  std::span<const Hole> holes = holesIn(program, function.text);
  return std::none_of(holes.begin(), holes.end(), [&](const Hole &hole) {
    return hole.isDeclarator && isValid(hole.object) &&
           program[hole.object].isVariablyModified;
  });
}

} // namespace

bool computesFloats(const Program &program, FunctionId function) {
  std::vector<StmtId> stmts = allStmts(program, program[function].body);
  return std::any_of(stmts.begin(), stmts.end(),
                     [&](StmtId stmt) { return program[stmt].computesFloats; });
}

FunctionNames namesCalledOnce(const Program &program) {
  std::vector<std::vector<CallPoint>> calls = callsByCallee(program);
  FunctionNames result;
  for (const Function &function : program.functions)
    if (isValid(function.body) && function.isStatic &&
        calls[index(function.id)].size() == 1 &&
        siteOf(program, calls[index(function.id)].front()).text.unit ==
            function.unit)
      result.emplace(function.unit, function.name);
  return result;
}

std::vector<FunctionId> calledOnce(const Program &program,
                                   const FunctionNames &once,
                                   const std::vector<TextRange> &doubled) {
  std::vector<std::vector<CallPoint>> calls = callsByCallee(program);
  // A compiler inlines a recursive function into itself before it gets to those
  // that are called once, and knows how far by its size without them.
  auto isLeft = [&](const CallPoint &call, FunctionId callee) {
    if (computesFloats(program, callee))
      return false; // products and sums may be fused across its border

    FunctionId caller = program[call.node].function;
    const std::vector<CallPoint> &all = calls[index(caller)];
    return std::any_of(all.begin(), all.end(), [&](const CallPoint &point) {
      return program[point.node].function == caller;
    });
  };
  // Up the callers, until the call is one that is doubled.
  std::vector<std::optional<bool>> known(program.functions.size());
  auto isWanted = [&](auto &self, FunctionId id) -> bool {
    std::optional<bool> &answer = known[index(id)];
    if (answer)
      return *answer;
    answer = false; // for who comes back here
    const Function &function = program[id];
    const std::vector<CallPoint> &all = calls[index(id)];
    if (all.size() > maxCopies || !once.count({function.unit, function.name}) ||
        !isInlinable(program, function))
      return false;
    // None: all are written out, and the user's text comes back in places.
    bool isDoubled = all.size() != 1;
    for (const CallPoint &call : all) {
      const TextRange &callText = siteOf(program, call).text;
      if (callText.unit != function.unit || isLeft(call, id))
        return false;
      isDoubled |= std::any_of(
          doubled.begin(), doubled.end(),
          [&](const TextRange &text) { return text.contains(callText); });
    }
    bool result = isDoubled || self(self, program[all.front().node].function);
    known[index(id)] = result;
    return result;
  };
  std::vector<FunctionId> result;
  for (const Function &function : program.functions)
    if (isValid(function.body) && isWanted(isWanted, function.id))
      result.push_back(function.id);
  return result;
}

std::string inlineDeclaration(const Program &program, FunctionId id) {
  const Function &function = program[id];
  std::string parameters;
  for (ObjectId param : function.params)
    parameters += (parameters.empty() ? "" : ", ") +
                  program[param].type.declare(program[param].name);
  if (parameters.empty())
    parameters = "void";
  return "static __inline__ __attribute__((__always_inline__)) " +
         function.resultType.declare(function.name + "(" + parameters + ")") +
         ";\n";
}

} // namespace hocket::codegen
