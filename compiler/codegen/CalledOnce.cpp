// SPDX-License-Identifier: Apache-2.0
#include "codegen/CalledOnce.h"

#include "ir/FunctionBody.h"
#include "ir/FunctionClones.h"
#include "ir/Holes.h"
#include "ir/Identifiers.h"
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

std::vector<FunctionId> calledOnce(const Program &program,
                                   const std::vector<TextRange> &doubled) {
  std::vector<std::vector<CallPoint>> calls = callsByCallee(program);
  // Up the callers, until the call is one that is doubled.
  std::vector<std::optional<bool>> known(program.functions.size());
  auto isWanted = [&](auto &self, FunctionId id) -> bool {
    std::optional<bool> &answer = known[index(id)];
    if (answer)
      return *answer;
    answer = false; // for who comes back here
    if (calls[index(id)].size() != 1 || !isInlinable(program, program[id]))
      return false;
    const CallPoint &call = calls[index(id)].front();
    const TextRange &callText = siteOf(program, call).text;
    if (callText.unit != program[id].unit)
      return false;
    bool isDoubled =
        std::any_of(doubled.begin(), doubled.end(), [&](const TextRange &text) {
          return text.contains(callText);
        });
    bool result = isDoubled || self(self, program[call.node].function);
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
