// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/IterationDomains.h"

#include "ir/Tree.h"
#include "symbolic/model/Conditions.h"
#include "symbolic/model/EntryContext.h"
#include "symbolic/model/Writes.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::NodeId;

namespace {

/// The jump that the node ends with, if it leaves in no other way; or null.
const ir::Jump *endsWithJump(const ir::Program &program, NodeId node) {
  if (!isValid(node))
    return nullptr;
  const ir::Block *block = program[node].as<ir::Block>();
  if (!block)
    return program[node].as<ir::Jump>();
  if (block->children.empty())
    return nullptr;
  bool leavesBefore =
      std::any_of(block->children.begin(), std::prev(block->children.end()),
                  [&](NodeId child) { return program[child].exits.any(); });
  return leavesBefore ? nullptr : endsWithJump(program, block->children.back());
}

/// When control goes on behind a statement from which a jump may lead away: of
/// `if (c) continue;`, where c is false.
Domain passesBy(ModelData &m, NodeId sibling) {
  Domain anything{m.symbols.universe(), false};
  const ir::Branch *branch = m.program()[sibling].as<ir::Branch>();
  if (!branch)
    return anything;
  const ir::Jump *jumps[] = {endsWithJump(m.program(), branch->thenNode),
                             endsWithJump(m.program(), branch->elseNode)};
  for (bool isElse : {false, true}) {
    NodeId other = isElse ? branch->thenNode : branch->elseNode;
    if (!jumps[isElse] || (isValid(other) && m.program()[other].exits.any()))
      continue;
    Domain result = condition(m, m.program()[branch->condition].value,
                              {sibling, branch->condition}, isElse);
    result.exact &= jumps[isElse]->kind == ir::JumpKind::Continue;
    return result;
  }
  return anything;
}

/// A jump in an earlier statement of the block may pass the child by.
Domain passesEarlierExits(ModelData &m, const ir::Block &block, NodeId child) {
  Domain result{m.symbols.universe(), true};
  for (NodeId sibling : block.children) {
    if (mayBeEnteredInside(m, sibling))
      result.set = m.symbols.universe();
    if (sibling == child)
      break;
    if (!m.program()[sibling].exits.any())
      continue;
    // Not exact: who reads what iterations read, on entry, looks at the
    // conditions around a statement, and not at jumps before it.
    result.set = result.set.intersect(passesBy(m, sibling).set);
    result.exact = false;
  }
  return result;
}

} // namespace

Domain makeDomain(ModelData &m, NodeId node) {
  if (node == m.scope.root)
    return {entryContext(m), true};
  NodeId up = m.program()[node].parent;
  const ir::Node &parent = m.program()[up];
  Domain result = domain(m, up);
  result.exactStep = true;
  if (m.index.inlinedIn(up) == node)
    return result; // before whatever the node decides
  if (const ir::Block *block = parent.as<ir::Block>()) {
    Domain passed = passesEarlierExits(m, *block, node);
    result.set = result.set.intersect(passed.set);
    result.exactStep = passed.exact && !m.program()[node].hasLabel;
  } else if (mayBeEnteredInside(m, node)) {
    result.exactStep = false;
  } else if (const ir::Branch *branch = parent.as<ir::Branch>()) {
    Domain taken = condition(m, m.program()[branch->condition].value,
                             {up, branch->condition}, node == branch->thenNode);
    result.set = result.set.intersect(taken.set);
    result.exactStep = taken.exact;
  } else if (const ir::Loop *loop = parent.as<ir::Loop>()) {
    if (ir::runsOnce(m.program(), up))
      return result;
    const LoopShape *shape = loopShape(m, up);
    if (shape)
      result.set = result.set.intersect(*shape->constraints);
    result.exactStep = shape && shape->exact &&
                       (loop->form != ir::LoopForm::Do || shape->isNormalized);
  } else {
    result.exactStep = false;
  }
  result.exact &= result.exactStep;
  return result;
}

} // namespace hocket::polyhedral
