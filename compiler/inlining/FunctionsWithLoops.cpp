// SPDX-License-Identifier: Apache-2.0
#include "inlining/FunctionsWithLoops.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::inlining {

using namespace ir;

std::vector<char> functionsWithLoops(const Program &program,
                                     const analysis::Effects &effects) {
  std::vector<char> result(program.functions.size());
  for (const Node &node : program.nodes)
    if (node.as<Loop>() && isValid(node.function))
      result[index(node.function)] = true;
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (const Function &function : program.functions)
      for (FunctionId callee : effects.callees[index(function.id)])
        if (result[index(callee)] && !result[index(function.id)]) {
          result[index(function.id)] = true;
          isChanged = true;
        }
  }
  return result;
}

bool callsLoops(const Program &program, NodeId node,
                const std::vector<char> &withLoops) {
  for (StmtId stmt : ownStmts(program, node))
    for (const CallSite &call : program[stmt].calls)
      if (isValid(call.callee) && withLoops[index(call.callee)])
        return true;
  return false;
}

bool hasLoops(const Program &program, NodeId node,
              const std::vector<char> &withLoops) {
  bool result = false;
  forEachNode(program, node, [&](NodeId id) {
    result |= program[id].as<Loop>() || callsLoops(program, id, withLoops);
  });
  return result;
}

} // namespace hocket::inlining
