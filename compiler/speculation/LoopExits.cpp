// SPDX-License-Identifier: Apache-2.0
#include "speculation/LoopExits.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::speculation {

using namespace ir;

namespace {

/// \param mayBreak no loop and no switch lies between
void collect(const Program &program, NodeId id, bool mayBreak,
             std::vector<NodeId> &jumps) {
  const Node &node = program[id];
  mayBreak = mayBreak && node.exits.byBreak;
  if (!mayBreak && !node.exits.byReturn)
    return;
  if (node.as<Jump>())
    jumps.push_back(id);
  for (NodeId child : childrenOf(program, id))
    collect(program, child, mayBreak, jumps);
}

bool begins(const Program &program, const TextRange &text,
            std::string_view word) {
  std::string_view all = program.text(text);
  return all.substr(0, word.size()) == word && all.back() == ';';
}

/// The node's text is the jump alone, and its value lies within.
bool isAsWritten(const Program &program, NodeId id) {
  const Node &node = program[id];
  const Jump &jump = *node.as<Jump>();
  bool isReturn = jump.kind == JumpKind::Return;
  if (!begins(program, node.text, isReturn ? "return" : "break"))
    return false;
  return !isValid(jump.value) || node.text.contains(program[jump.value].text);
}

} // namespace

std::optional<std::vector<NodeId>> exitsOf(const Program &program,
                                           NodeId loop) {
  NodeId body = program[loop].as<Loop>()->body;
  const Exits &outside = program[loop].exits, &inside = program[body].exits;
  if (outside.byBreak || outside.byContinue || outside.byGoto || inside.byGoto)
    return std::nullopt;
  std::vector<NodeId> jumps;
  collect(program, body, true, jumps);
  if (!std::all_of(jumps.begin(), jumps.end(),
                   [&](NodeId jump) { return isAsWritten(program, jump); }))
    return std::nullopt;
  return jumps;
}

} // namespace hocket::speculation
