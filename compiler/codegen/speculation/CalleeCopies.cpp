// SPDX-License-Identifier: Apache-2.0
#include "codegen/speculation/CalleeCopies.h"

#include "ir/FunctionBody.h"
#include "ir/FunctionClones.h"
#include "ir/Identifiers.h"
#include "ir/Text.h"

#include <algorithm>
#include <vector>

namespace hocket::codegen {

using namespace ir;

namespace {

std::string nameOf(const CalleeCopies &copies, const Function &function) {
  return copies.prefix + "tried_" + function.name;
}

bool isDeclaredInline(const Program &program, FunctionId id) {
  std::vector<std::string_view> words = identifiersIn(headerOf(program, id));
  return std::any_of(words.begin(), words.end(), [](std::string_view word) {
    return word == "inline" || word == "__inline" || word == "__inline__";
  });
}

std::string header(const Program &program, const CalleeCopies &copies,
                   FunctionId id, const std::set<FunctionId> &inlined) {
  const Function &function = program[id];
  std::string parameters;
  for (ObjectId param : function.params)
    parameters += (parameters.empty() ? "" : ", ") +
                  program[param].type.declare(program[param].name);
  std::string attributes = cloneAttributes(program, id);
  const bool isInlined = inlined.count(id) != 0;
  if (isInlined && attributes.empty())
    attributes = "__attribute__((__always_inline__)) ";
  return std::string("static ") +
         (isInlined || isDeclaredInline(program, id) ? "__inline__ " : "") +
         "__attribute__((__no_icf__)) " + attributes +
         function.resultType.declare(
             nameOf(copies, function) + "(" +
             (parameters.empty() ? "void" : parameters) + ")");
}

bool meansTheSameTwice(const Program &program, FunctionId function) {
  return whyNotCloned(program, function).empty() &&
         ownState(program, function).empty() &&
         hasFixedParameters(program, function) &&
         program[function].resultType.needs.empty();
}

/// The word is followed by an argument list.
bool isCall(std::string_view text, std::string_view word) {
  auto at = static_cast<std::size_t>(word.data() - text.data()) + word.size();
  at = text.find_first_not_of(" \t\n", at);
  return at != std::string_view::npos && text[at] == '(';
}

} // namespace

CalleeCopies calleeCopies(const Program &program, UnitId unit,
                          const std::string &prefix,
                          const std::function<bool(FunctionId)> &isEdited) {
  CalleeCopies result{prefix, {}};
  for (const Function &function : program.functions)
    if (isValid(function.body) && function.isStatic && function.unit == unit &&
        meansTheSameTwice(program, function.id) && !isEdited(function.id))
      result.functions.emplace(function.name, function.id);
  // What is called by that name may be a variable.
  for (const Object &object : program.objects)
    if (object.kind != ObjectKind::Function)
      result.functions.erase(object.name);
  return result;
}

std::string callCopies(const CalleeCopies &copies, const std::string &text,
                       std::set<FunctionId> &called) {
  std::string result;
  std::size_t at = 0;
  for (std::string_view word : namesIn(text)) {
    auto function = copies.functions.find(word);
    if (function == copies.functions.end() || !isCall(text, word))
      continue;
    const auto begin = static_cast<std::size_t>(word.data() - text.data());
    result += text.substr(at, begin - at) + copies.prefix + "tried_";
    at = begin;
    called.insert(function->second);
  }
  return result + text.substr(at);
}

std::string prototypes(const Program &program, const CalleeCopies &copies,
                       const std::set<FunctionId> &called,
                       const std::set<FunctionId> &inlined) {
  std::string result;
  for (FunctionId id : called)
    result += header(program, copies, id, inlined) + ";\n";
  return result;
}

std::string definitions(const Program &program, const CalleeCopies &copies,
                        const std::function<std::string(FunctionId)> &bodyOf,
                        const std::set<FunctionId> &inlined,
                        std::set<FunctionId> &called) {
  std::map<FunctionId, std::string> bodies;
  std::vector<FunctionId> open(called.begin(), called.end());
  while (!open.empty()) {
    const FunctionId id = open.back();
    open.pop_back();
    std::set<FunctionId> more;
    bodies[id] = callCopies(copies, bodyOf(id), more);
    for (FunctionId one : more)
      if (called.insert(one).second)
        open.push_back(one);
  }
  std::string result;
  for (const auto &[id, body] : bodies)
    result += header(program, copies, id, inlined) + "\n" +
              lineMarker(program[program[id].body].location, true) + body +
              "\n\n# 1 \"hocket: copy of '" + program[id].name + "'\" 3\n";
  return result;
}

} // namespace hocket::codegen
