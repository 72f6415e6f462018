// SPDX-License-Identifier: Apache-2.0
#include "codegen/CalledOnce.h"

#include "ir/CalleeVersions.h"
#include "ir/Holes.h"
#include "ir/Identifiers.h"
#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <optional>
#include <set>

namespace hocket::codegen {

using namespace ir;

namespace {

/// Beyond that gcc does not inline: the caller's stack would grow too much.
constexpr uint64_t maxLocalBytes = policy.emission.calledOnceBytes;
/// And the caller's text.
constexpr uint32_t maxTextBytes = policy.emission.calledOnceText;

/// Where a function is called, for those with one call.
struct OnlyCall {
  unsigned count = 0;
  FunctionId caller = FunctionId::None;
  TextRange text;
};

std::vector<OnlyCall> findCalls(const Program &program) {
  std::vector<OnlyCall> result(program.functions.size());
  for (const Function &function : program.functions) {
    if (!isValid(function.body))
      continue;
    for (StmtId stmt : allStmts(program, function.body))
      for (const CallSite &site : program[stmt].calls)
        if (isValid(site.callee)) {
          OnlyCall &call = result[index(site.callee)];
          ++call.count;
          call.caller = function.id;
          call.text = site.text;
        }
  }
  return result;
}

/// What a compiler refuses to inline, or inlines with other effects.
bool usesItsFrame(const Program &program, const Function &function) {
  static const std::set<std::string_view> words = {
      "alloca",           "__builtin_alloca",
      "setjmp",           "__builtin_alloca_with_align",
      "_setjmp",          "sigsetjmp",
      "__sigsetjmp",      "__builtin_setjmp",
      "__builtin_apply",  "__builtin_apply_args",
      "__label__",        "goto",
      "__builtin_return", "__builtin_longjmp"};
  std::vector<std::string_view> all =
      identifiersIn(program.text(function.text));
  return std::any_of(all.begin(), all.end(), [&](std::string_view word) {
    return words.count(word) != 0;
  });
}

bool isInlinable(const Program &program, const Function &function) {
  if (!function.isStatic || function.isAddressTaken ||
      function.text.end - function.text.begin > maxTextBytes ||
      !whyNoVersion(program, function.id).empty() ||
      !versionAttributes(program, function.id).empty() ||
      usesItsFrame(program, function))
    return false;
  for (ObjectId param : function.params)
    if (program[param].isVariablyModified ||
        !program[param].type.needs.empty() || program[param].size == 0)
      return false;
  if (!function.resultType.needs.empty())
    return false;
  uint64_t bytes = 0;
  for (const Hole &hole : holesIn(program, function.text)) {
    if (!hole.isDeclarator || !isValid(hole.object))
      continue;
    const Object &object = program[hole.object];
    if (object.isVariablyModified)
      return false;
    if (object.kind == ObjectKind::Local)
      bytes += object.size;
  }
  return bytes <= maxLocalBytes;
}

} // namespace

std::vector<FunctionId> calledOnce(const Program &program,
                                   const std::vector<TextRange> &doubled) {
  std::vector<OnlyCall> calls = findCalls(program);
  // Up the callers, until the call is one that is doubled.
  std::vector<std::optional<bool>> known(program.functions.size());
  auto isWanted = [&](auto &self, FunctionId id) -> bool {
    std::optional<bool> &answer = known[index(id)];
    if (answer)
      return *answer;
    answer = false; // for who comes back here
    const OnlyCall &call = calls[index(id)];
    if (call.count != 1 || !isInlinable(program, program[id]) ||
        call.text.unit != program[id].unit)
      return false;
    bool isDoubled =
        std::any_of(doubled.begin(), doubled.end(), [&](const TextRange &text) {
          return text.contains(call.text);
        });
    bool result = isDoubled || self(self, call.caller);
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
