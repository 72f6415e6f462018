// SPDX-License-Identifier: Apache-2.0
#include "inlining/ConditionTasks.h"

#include "inlining/FunctionsWithLoops.h"
#include "ir/FunctionBody.h"
#include "ir/Tree.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace hocket::inlining {

using namespace ir;

namespace {

/// The condition can be taken out of the text in one piece, on one line.
bool canBeWritten(const Program &program, NodeId node) {
  const Node &n = program[node];
  const Branch &branch = *n.as<Branch>();
  if (n.hasLabel || n.hasOuterCase || n.exits.any() ||
      isInOpaque(program, node) || !isValid(branch.condition) ||
      program[branch.condition].isOpaque || n.text.empty())
    return false;
  const TextRange &condition = program[branch.condition].text;
  if (condition.empty() || !n.text.contains(condition))
    return false;
  std::string_view before =
      program.text({n.text.unit, n.text.begin, condition.begin});
  std::string_view text = program.text(condition);
  return before.substr(0, 2) == "if" &&
         before.find_first_not_of(" (", 2) == std::string_view::npos &&
         text.find_first_of("\n#{") == std::string_view::npos;
}

bool callsDefined(const Program &program, StmtId stmt) {
  return std::any_of(program[stmt].calls.begin(), program[stmt].calls.end(),
                     [&](const CallSite &call) {
                       return isValid(call.callee) &&
                              isValid(program[call.callee].body);
                     });
}

} // namespace

std::set<NodeId> branchesOnCalls(const Program &program,
                                 const analysis::Effects &effects) {
  const std::vector<char> withLoops = functionsWithLoops(program, effects);
  auto isHeavy = [&](NodeId side) {
    return isValid(side) && hasLoops(program, side, withLoops);
  };
  // `setjmp` and its like may stand in few places.
  auto isUnderstood = [&](StmtId stmt) {
    const analysis::StmtEffects &effect = effects.stmts[index(stmt)];
    return !effect.isUnknown && !effect.needsCallingThread;
  };
  std::set<NodeId> result;
  for (const Function &function : program.functions)
    if (isValid(function.body))
      forEachNode(program, function.body, [&](NodeId node) {
        const auto *branch = program[node].as<Branch>();
        if (branch && canBeWritten(program, node) &&
            callsDefined(program, branch->condition) &&
            isUnderstood(branch->condition) &&
            (isHeavy(branch->thenNode) || isHeavy(branch->elseNode)))
          result.insert(node);
      });
  return result;
}

Replacement conditionInFront(const Program &program, NodeId branch,
                             const std::string &name, Replacements inside) {
  const Node &node = program[branch];
  const TextRange &condition = program[node.as<Branch>()->condition].text;
  auto asWritten = [](ObjectId) { return std::string(); };
  std::string text =
      "{ int " + name + " = ((" + std::string(program.text(condition)) +
      ") != 0);\n" + lineMarker(node.location, false) +
      std::string(node.location.column > 0 ? node.location.column - 1 : 0, ' ');
  // What follows on the line keeps its column.
  std::string variable = name;
  variable.resize(
      std::max<std::size_t>(name.size(), condition.end - condition.begin), ' ');
  inside.push_back({condition.begin, condition.end, variable});
  text += fillReplaced(program, node.text, asWritten, std::move(inside)) + " }";
  return {node.text.begin, node.text.end, std::move(text)};
}

} // namespace hocket::inlining
