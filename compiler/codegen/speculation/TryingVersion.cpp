// SPDX-License-Identifier: Apache-2.0
#include "codegen/speculation/TryingVersion.h"

#include "ir/FunctionBody.h"
#include "ir/FunctionClones.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::codegen {

using namespace ir;

bool mayHaveTryingVersion(const Program &program, FunctionId function) {
  if (!whyNotCloned(program, function).empty() ||
      !hasFixedParameters(program, function) ||
      !program[function].resultType.needs.empty())
    return false;
  std::vector<StmtId> stmts = allStmts(program, program[function].body);
  return std::none_of(stmts.begin(), stmts.end(),
                      [&](StmtId stmt) {
                        ObjectId declared = program[stmt].declares;
                        return isValid(declared) &&
                               program[declared].kind == ObjectKind::Static;
                      }) &&
         ownState(program, function).empty();
}

std::string TryingVersion::header() const {
  const Function &f = program[function];
  std::string parameters;
  for (ObjectId param : f.params)
    parameters += (parameters.empty() ? "" : ", ") +
                  program[param].type.declare(program[param].name);
  return "static " + cloneAttributes(program, function) +
         "__attribute__((__noinline__)) " +
         f.resultType.declare(prefix + f.name + "_tries(" +
                              (parameters.empty() ? "void" : parameters) + ")");
}

std::string TryingVersion::test() const {
  const Function &f = program[function];
  std::string asks, arguments;
  for (const std::string &loop : loops)
    asks += (asks.empty() ? "!" : " || !") + prefix + "spec_skips(&" + loop +
            "_loop)";
  for (ObjectId param : f.params)
    arguments += (arguments.empty() ? "" : ", ") + program[param].name;
  const std::string call = prefix + f.name + "_tries(" + arguments + ")";
  return "if (__builtin_expect(" + asks + ", 0)) " +
         (f.returnsVoid ? "{ " + call + "; return; }" : "return " + call + ";");
}

} // namespace hocket::codegen
